import { noiseWorld, worldInput } from '../../harness/fixtures/screener-world.ts'
import { archetypes } from '../../pipeline/screener/archetypes/index.ts'
import { decideRun } from '../../pipeline/screener/decide-run.ts'
import { evidenceBook } from '../../pipeline/screener/evidence-book.ts'
import { addBar, emptyState } from '../../pipeline/screener/indicators.ts'
import { runMoment } from '../../pipeline/screener/moment.ts'
import { nameView, returnOver } from '../../pipeline/screener/name-view.ts'
import { barAt, type PriceColumn } from '../../pipeline/screener/price-table.ts'
import type { ReplayInput } from '../../pipeline/screener/replay-state.ts'
import { scanName } from '../../pipeline/screener/scan-name.ts'
import { runProcess } from '../../shared/run-process.ts'

export interface ScreenerOrder {
  tickers: number
  bars: number
}

export interface ScreenerAnswer {
  /** Processor seconds of all threads, garbage collection included. */
  seconds: number
  candidates: number
}

const MICROSECONDS = 1e6

const stateOf = (column: PriceColumn, bars: number) => {
  const state = emptyState()
  for (let at = 0; at < bars; at++) addBar(state, barAt(column, at)!)
  return state
}

/** Does what a stage does between loading bars and storing the run: indicators from stored bars, scans, the decision. */
function run({ table, bandAt }: ReplayInput, bars: number): ScreenerAnswer {
  const before = process.cpuUsage()
  const day = table.days[bars - 1]!
  const moment = runMoment(day, 'pm')
  const market = nameView(stateOf(table.benchmark, bars), null)
  const scans = table.tickers.map((ticker, at) => {
    const name = nameView(stateOf(table.columns[at]!, bars), null)
    const dayAgo = (count: number) => table.days[bars - 1 - count]!
    const marketReturn = (count: number) => returnOver(market, count)
    return scanName({
      ticker,
      name,
      market,
      barDay: day,
      dayAgo,
      marketReturn,
      moment,
      setups: [],
      barsSinceReport: null,
    })
  })
  const evidence = evidenceBook()
  const { candidates } = decideRun({
    moment,
    scans,
    setupsBefore: new Map(),
    tracked: [],
    isScheduled: true,
    band: bandAt(new Date(moment.at)),
    standings: evidence.standings(),
    evidence: evidence.pools(),
  })
  const used = process.cpuUsage(before)
  if (candidates.length < table.tickers.length / 100)
    throw new Error(`too few setups for ${archetypes.length} archetypes`)
  return { seconds: (used.user + used.system) / MICROSECONDS, candidates: candidates.length }
}

await runProcess('screener-run', async () => {
  process.on('message', ({ tickers, bars }: ScreenerOrder) => {
    process.send!(run(worldInput(noiseWorld({ seed: 1, tickers, sessions: bars, withBars: true })), bars))
  })
  process.send!({ ready: true })
  return async () => {}
})
