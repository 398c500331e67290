import { AI_RULES_VERSION } from '../../pipeline/ai-read/index.ts'
import { newestState, type StoredState } from '../../shared/postgres/ai/ai-states.ts'
import { newestVerdict, type StoredVerdict } from '../../shared/postgres/ai/ai-verdicts.ts'
import { areSizesConfirmed, publicGrades } from '../../shared/postgres/ai/grades.ts'
import { loadReadFacts, type ReadFacts } from '../../shared/postgres/ai/read-facts.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { eastern } from '../../shared/time/eastern.ts'

export interface VerdictRows {
  /** The newest deterministic verdict, if it was written on this Eastern date. */
  persisted: StoredVerdict | null
  /** A verdict is computed from these where none was written today. */
  facts: ReadFacts | null
  /** True if the forward grade of stated sizes confirms them. */
  sizesConfirmed: boolean
  /** The newest text of the LLM of this date, if it may be shown with this verdict. */
  render: { text: string; writtenAt: Date; simulated: boolean } | null
}

/** All that the verdict route serves, read only. */
export async function verdictRows(db: Db, now: Date): Promise<VerdictRows> {
  const { day } = eastern(now)
  const [newest, grades] = await Promise.all([newestVerdict(db, 'deterministic', now), publicGrades(db)])
  const persisted = newest && eastern(newest.writtenAt).day === day ? newest : null
  const facts = persisted ? null : await loadReadFacts(db, { cutoff: now, rulesVersion: AI_RULES_VERSION, live: true })
  const render = grades.lendsNarrative ? await renderOf(db, now) : null
  return { persisted, facts, sizesConfirmed: areSizesConfirmed(grades), render }
}

async function renderOf(db: Db, now: Date): Promise<VerdictRows['render']> {
  const { day } = eastern(now)
  const [state, verdict] = await Promise.all([
    newestState(db, { variant: 'llm', day, by: now }),
    newestVerdict(db, 'llm', now),
  ])
  const renders = [
    state && ofState(state),
    verdict && eastern(verdict.writtenAt).day === day ? ofVerdict(verdict) : null,
  ]
  return renders.reduce((best, each) => (each && (!best || each.writtenAt > best.writtenAt) ? each : best), null)
}

const ofState = ({ document, writtenAt, simulated }: StoredState) => {
  const { text } = JSON.parse(document) as { text: string }
  return { text, writtenAt, simulated }
}

const ofVerdict = ({ document, writtenAt, simulated }: StoredVerdict) => {
  const { whats_happening: happening } = JSON.parse(document) as { whats_happening: { text: string } }
  return { text: happening.text, writtenAt, simulated }
}
