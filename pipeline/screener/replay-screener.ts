import { hoursOn } from '../../shared/time/calendar.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { archetypes } from './archetypes/index.ts'
import type { GauntletResult } from './gauntlet.ts'
import { isMonthEnd, judgeMonth } from './judge-month.ts'
import { runMoment } from './moment.ts'
import { placeboPools } from './placebo-pools.ts'
import { episodeLine, NOTE, type ReplayLine, runLine, trustLine } from './replay-lines.ts'
import { closeSession, openSession, readBars, runSession } from './replay-session.ts'
import { type ReplayInput, type ReplayState, replayState } from './replay-state.ts'

/** The totals of a replay, for its closing lines. */
export interface ReplayEnd {
  state: ReplayState
  gauntlets: readonly GauntletResult[]
}

/** Replays every run of the sessions from `from` to `to`; earlier ones warm the indicators. Yields lines in order. */
export function* replayScreener(input: ReplayInput): Generator<ReplayLine, ReplayEnd> {
  yield NOTE
  const state = replayState(input)
  const pools = placeboPools(input.table, input.universe, input.sectors)
  let gauntlets: readonly GauntletResult[] = []
  for (const [at, day] of input.table.days.entries()) {
    if (input.to !== null && day > input.to) break
    const isLive = input.from === null || day >= input.from
    yield* openSession(state, at)
    if (isLive && state.hasBars(at)) yield* run(state, at, 'am')
    yield* closeSession(state, at)
    if (isLive && isMonthEnd(day)) {
      gauntlets = judgeMonth(state, pools, at)
      for (const { archetype, state: result } of gauntlets) state.evidence.setGauntlet(archetype, result)
    }
    yield* trustChanges(state, day)
    readBars(state, at)
    if (isLive) yield* run(state, at, 'pm')
  }
  return { state, gauntlets }
}

function* run(state: ReplayState, at: number, slot: 'am' | 'pm'): Generator<ReplayLine> {
  const result = runSession(state, at, runMoment(state.input.table.days[at]!, slot))
  yield runLine(result)
  for (const tracked of result.recorded) if (tracked.isEvidence) yield episodeLine(tracked)
}

/** One line for each archetype whose standing or number of outcomes changed with the close. */
function* trustChanges(state: ReplayState, day: TradingDay): Generator<ReplayLine> {
  const at = easternIso(hoursOn(day).close)
  for (const { id } of archetypes) {
    const { standing, matured } = state.evidence.of(id)
    const line = trustLine(at, id, matured.length, standing)
    const shown = JSON.stringify({ ...line, at: null })
    if (state.shownTrust.get(id) === shown) continue
    const isFirst = !state.shownTrust.has(id)
    state.shownTrust.set(id, shown)
    if (!isFirst || matured.length > 0) yield line
  }
}
