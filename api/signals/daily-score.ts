import { z } from 'zod'
import { Regime, type SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { counted } from '../../shared/domain/number-words.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { type DayRead, readSignalsDay } from '../../shared/postgres/signals/signals-daily.ts'
import { easternExact } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'

type ScoreBasis = Required<Pick<SignalsSnapshot, 'score_basis' | 'score_note' | 'daily_row'>>

/** The members of a stored snapshot that a daily row is compared with. */
const Compared = z.object({
  trade_date: z.iso.date(),
  as_of: z.iso.datetime({ offset: true }),
  health_score: z.int().nullable(),
  regime: Regime.nullable(),
})
type Compared = z.infer<typeof Compared>

const ROW_NAMES = {
  provisional: 'The provisional daily row of that session, which the final one of 20:00 ET replaces,',
  final: 'The final daily row of that session, computed from its closes and what was published by 20:00 ET,',
}

function scoreWords(ours: number | null, theirs: number | null): string {
  if (theirs === null) return 'has no score.'
  if (ours === null) return `has a score of ${theirs}.`
  if (ours === theirs) return 'has the same score.'
  return `has a score of ${theirs}, ${counted(Math.abs(theirs - ours), 'point')} ${theirs > ours ? 'higher' : 'lower'}.`
}

/** States that a score is that of a cycle, and how the daily row of its session differs. */
export function scoreBasis(cycle: Compared, row: DayRead | null): ScoreBasis {
  const own = `${cycle.health_score === null ? 'This report cycle has no score' : 'This is the score of the report cycle'} as of ${easternInWords(new Date(cycle.as_of))}.`
  if (row === null) {
    const later =
      'Its session has no daily row yet: the first comes 22 minutes after the close, the final one at 20:00 ET.'
    return { score_basis: 'cycle', score_note: `${own} ${later}`, daily_row: null }
  }
  const { state, healthScore, regime, asOf } = row
  const regimeWords =
    regime === cycle.regime
      ? ''
      : ` Its regime is ${regime ?? 'unknown'}, that of the cycle ${cycle.regime ?? 'unknown'}.`
  return {
    score_basis: 'cycle',
    score_note: `${own} ${ROW_NAMES[state]} ${scoreWords(cycle.health_score, healthScore)}${regimeWords}`,
    daily_row: {
      state,
      health_score: healthScore,
      regime,
      difference: healthScore === null || cycle.health_score === null ? null : healthScore - cycle.health_score,
      as_of: easternExact(asOf),
    },
  }
}

export async function besideDailyRow(sql: Db, stored: unknown): Promise<ScoreBasis> {
  const cycle = Compared.parse(stored)
  return scoreBasis(cycle, await readSignalsDay(sql, cycle.trade_date))
}
