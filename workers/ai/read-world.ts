import { AI_RULES_VERSION, type ReadInputs, readInputsOf } from '../../pipeline/ai-read/index.ts'
import { loadReadFacts, type ReadFacts } from '../../shared/postgres/ai/read-facts.ts'
import type { Db } from '../../shared/postgres/server/db.ts'

/** The facts that were known at the cutoff of a read; the headlines stay apart, because only AI-1 sees them. */
export async function readWorld(
  db: Db,
  { cutoff, live }: { cutoff: Date; live: boolean },
): Promise<{ inputs: ReadInputs; headlines: ReadFacts['headlines'] }> {
  const { headlines, ...facts } = await loadReadFacts(db, { cutoff, rulesVersion: AI_RULES_VERSION, live })
  return { inputs: readInputsOf(facts), headlines }
}
