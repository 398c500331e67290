import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { hoursOn } from '../../shared/time/calendar.ts'
import { easternIso, instantAt } from '../../shared/time/eastern.ts'
import { advance, enter, mayEnter } from './advance.ts'
import { archetypes } from './archetypes/index.ts'
import type { NameScan } from './candidate.ts'
import { decideRun, type RunResult } from './decide-run.ts'
import { addBar, atr14 } from './indicators.ts'
import { RUN_TIMES, type RunMoment } from './moment.ts'
import { nameView } from './name-view.ts'
import { barAt, positionAgo } from './price-table.ts'
import { exitLine, lockLine, outcomeLine, type ReplayLine } from './replay-lines.ts'
import type { ReplayState } from './replay-state.ts'
import { scanName } from './scan-name.ts'
import { type Setup, setupKey } from './setup.ts'
import type { Tracked } from './tracked.ts'

/** Enters the records of earlier sessions at the open, where the name and SPY have one. */
export function* openSession(state: ReplayState, at: number): Generator<ReplayLine> {
  const { table } = state.input
  const spy = barAt(table.benchmark, at)!.open
  if (Number.isNaN(spy)) return
  const day = table.days[at]!
  for (const [place, tracked] of state.tracked.entries()) {
    const ticker = state.position.get(tracked.ticker)!
    const price = table.columns[ticker]!.range?.open[at] ?? Number.NaN
    if (Number.isNaN(price) || !mayEnter(tracked, { day, at: 'open' })) continue
    const atr = atr14(state.names[ticker]!.state)
    const entered = enter(tracked, { day, at: 'open', price, spy, atr })
    state.tracked[place] = entered
    yield* entryLines(state, entered)
  }
}

function* entryLines(state: ReplayState, entered: Tracked): Generator<ReplayLine> {
  state.evidence.addEntry(entered)
  if (entered.contract) yield lockLine(entered)
}

/** Brings every record forward by a close: locks with their entry first, then exits, then outcomes. */
export function* closeSession(state: ReplayState, at: number): Generator<ReplayLine> {
  const { table, bandAt } = state.input
  const day = table.days[at]!
  const { close } = hoursOn(day)
  const spy = table.benchmark.close[at]!
  const band = bandAt(close)
  const results = state.tracked.map((tracked) => {
    const ticker = state.position.get(tracked.ticker)!
    const { state: name, last: before } = state.names[ticker]!
    const own = barAt(table.columns[ticker]!, at)?.close ?? null
    return advance(tracked, { day, close: own, spy, atrBefore: atr14(name), before, band })
  })
  for (const { tracked, hasEntered } of results) if (hasEntered) yield* entryLines(state, tracked)
  for (const { tracked, hasExited } of results) if (hasExited) yield exitLine(tracked, easternIso(close))
  for (const { tracked, outcome } of results) {
    if (!outcome) continue
    state.evidence.addOutcome(tracked, outcome)
    yield outcomeLine(outcome)
  }
  state.tracked = results.flatMap(({ tracked, outcome }) => (outcome ? [] : [tracked]))
  state.evidence.endSession(day)
}

/** Adds the bars of a session to the indicators, after everything that must not see them. */
export function readBars(state: ReplayState, at: number): void {
  const { table } = state.input
  const spy = barAt(table.benchmark, at)!
  addBar(state.market, spy)
  for (const [ticker, name] of state.names.entries()) {
    const bar = barAt(table.columns[ticker]!, at)
    if (!bar) continue
    addBar(name.state, bar)
    name.barAt = at
    name.last = { day: table.days[at]!, close: bar.close, spy: spy.close }
  }
}

/** One run over the members of the day that have the newest bar. */
export function runSession(state: ReplayState, at: number, moment: RunMoment): RunResult {
  const { setups, tracked, evidence, input } = state
  const scans = scanMembers(state, at, moment)
  const result = decideRun({
    moment,
    scans,
    setupsBefore: setups,
    tracked,
    isScheduled: true,
    band: input.bandAt(instantAt(moment.day, RUN_TIMES[moment.slot])),
    standings: evidence.standings(),
    evidence: evidence.pools(),
  })
  // Only the names of this run are read again; a name without a bar keeps what is remembered.
  for (const { ticker } of scans) for (const { id } of archetypes) setups.delete(setupKey({ ticker, archetype: id }))
  for (const setup of result.setups) setups.set(setupKey(setup), setup)
  for (const record of result.recorded) {
    evidence.addRecord(record)
    tracked.push(record)
  }
  evidence.addFlags(flagsOf(result))
  return result
}

function scanMembers({ input, names, market, setups }: ReplayState, at: number, moment: RunMoment): NameScan[] {
  const { table, universe } = input
  const newest = moment.slot === 'pm' ? at : at - 1
  if (newest < 0) return []
  const openOf = (ticker: number) => {
    const open = moment.slot === 'pm' ? undefined : table.columns[ticker]!.range?.open[at]
    return open === undefined || Number.isNaN(open) ? null : open
  }
  const spy = nameView(market, null)
  const benchmark = table.benchmark.close
  return names.flatMap(({ ticker, state, barAt: own }, place) => {
    if (own !== newest || !universe.has(ticker, moment.day)) return []
    const before = setupsOf(setups, ticker)
    const barDay = table.days[newest]!
    const name = nameView(state, openOf(place))
    const barsAgo = (bars: number) => positionAgo(table.columns[place]!.close, newest, bars)
    return scanName({
      ticker,
      name,
      market: spy,
      barDay,
      dayAgo: (bars) => table.days[barsAgo(bars)]!,
      marketReturn: (bars) => Math.log(benchmark[newest]! / benchmark[barsAgo(bars)]!),
      moment,
      setups: before,
      barsSinceReport: null,
    })
  })
}

const setupsOf = (setups: ReadonlyMap<string, Setup>, ticker: string): Setup[] =>
  archetypes.flatMap(({ id }) => setups.get(setupKey({ ticker, archetype: id })) ?? [])

function flagsOf({ candidates }: RunResult): Map<ArchetypeId, number> {
  const flags = new Map<ArchetypeId, number>()
  for (const { isRipe, archetype } of candidates) if (isRipe) flags.set(archetype, (flags.get(archetype) ?? 0) + 1)
  return flags
}
