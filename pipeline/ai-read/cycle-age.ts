import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import type { ReadInputs } from './read-inputs.ts'

/** A cycle comes every 15 minutes, and a read waits for its own for no longer than 90 seconds. */
const AGE_MS_MAX = 20 * 60_000

/**
 * States that cycles have stopped in an open session, so that regime and health score, which are those of the newest
 * cycle, are not taken for the present. Empty while cycles come.
 */
export function oldCycleInWords({ cutoff, snapshot }: Pick<ReadInputs, 'cutoff' | 'snapshot'>): string {
  const session = sessionOn(eastern(cutoff).day)
  if (!snapshot || !session || snapshot.trade_date !== session.day) return ''
  const at = new Date(snapshot.as_of)
  if (cutoff >= session.close || cutoff.getTime() - at.getTime() <= AGE_MS_MAX) return ''
  return `Regime and health are those of the newest report cycle, ${easternInWords(at)}.`
}
