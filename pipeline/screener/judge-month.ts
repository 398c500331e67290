import { nextSession } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { archetypes } from './archetypes/index.ts'
import { blockOf } from './cohorts.ts'
import { type GauntletResult, gauntlet, type JudgedEpisode } from './gauntlet.ts'
import type { PlaceboPools } from './placebo-pools.ts'
import type { ReplayState } from './replay-state.ts'
import type { Tracked } from './tracked.ts'

/** Whether a session is the last one of its month. */
export const isMonthEnd = (day: TradingDay): boolean => nextSession(day).day.slice(0, 7) !== day.slice(0, 7)

/** The part of a replay's book that judging reads. */
type JudgedState = Pick<ReplayState, 'position' | 'evidence'> & { input: Pick<ReplayState['input'], 'table'> }

/** The gauntlet of every archetype at a month's end, over the cohorts that are complete. */
export function judgeMonth(state: JudgedState, pools: PlaceboPools, at: number): GauntletResult[] {
  const { table } = state.input
  const sessions = new Map(table.days.slice(0, at + 1).map((day, position) => [day, position]))
  const place = (tracked: Tracked, excess: number, block: number): JudgedEpisode[] => {
    const [ticker, from] = [state.position.get(tracked.ticker), sessions.get(tracked.entry!.day)]
    // The table of a stage is bounded in time.
    if (ticker === undefined || from === undefined) return []
    const { side, horizon } = tracked
    return [{ ticker, at: from, entry: tracked.entry!.at, side, horizon, block, excess }]
  }
  return archetypes.map(({ id, horizon }) => {
    const { matured, cohorts, contracts } = state.evidence.of(id)
    return gauntlet({
      on: table.days[at]!,
      until: at,
      table,
      pools,
      archetype: id,
      episodes: matured
        .filter(({ block }) => cohorts.get(block)!.isComplete)
        .flatMap(({ tracked, excess, block }) => place(tracked, excess, block)),
      contracts: contracts.flatMap(({ tracked, excess }) =>
        place(tracked, excess, blockOf(tracked.entry!.day, horizon)).map((placed) => ({
          ...placed,
          macroBars: macroBarsOf(tracked, sessions),
        })),
      ),
    })
  })
}

/** Bars until a macro exit, which came to all picks of its side. */
function macroBarsOf({ entry, contract }: Tracked, sessions: ReadonlyMap<TradingDay, number>): number | null {
  const exit = contract?.exit
  if (exit?.reason !== 'macro') return null
  return sessions.get(exit.day)! - sessions.get(entry!.day)! + (entry!.at === 'close' ? 0 : 1)
}
