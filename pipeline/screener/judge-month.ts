import { nextSession } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { archetypes } from './archetypes/index.ts'
import type { MaturedRecord } from './evidence-book.ts'
import { type GauntletResult, gauntlet, type JudgedEpisode } from './gauntlet.ts'
import type { PlaceboPools } from './placebo-pools.ts'
import type { ReplayState } from './replay-state.ts'

/** Whether a session is the last one of its month. */
export const isMonthEnd = (day: TradingDay): boolean => nextSession(day).day.slice(0, 7) !== day.slice(0, 7)

/** The part of a replay's book that judging reads. */
type JudgedState = Pick<ReplayState, 'position' | 'evidence'> & { input: Pick<ReplayState['input'], 'table'> }

/** The gauntlet of every archetype at a month's end, over the cohorts that are complete. */
export function judgeMonth(state: JudgedState, pools: PlaceboPools, at: number): GauntletResult[] {
  const { table } = state.input
  const sessions = new Map(table.days.slice(0, at + 1).map((day, position) => [day, position]))
  const placed = ({ tracked, excess, block }: MaturedRecord): JudgedEpisode => ({
    ticker: state.position.get(tracked.ticker)!,
    at: sessions.get(tracked.entry!.day)!,
    entry: tracked.entry!.at,
    side: tracked.side,
    horizon: tracked.horizon,
    block,
    excess,
  })
  return archetypes.map(({ id }) => {
    const { matured, cohorts } = state.evidence.of(id)
    const episodes = matured.filter(({ block }) => cohorts.get(block)!.isComplete).map(placed)
    return gauntlet({ on: table.days[at]!, until: at, table, pools, archetype: id, episodes })
  })
}
