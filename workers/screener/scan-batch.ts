import { BARS_MIN } from '../../pipeline/screener/archetype.ts'
import type { NameScan } from '../../pipeline/screener/candidate.ts'
import { runMoment } from '../../pipeline/screener/moment.ts'
import { nameView } from '../../pipeline/screener/name-view.ts'
import { scanName } from '../../pipeline/screener/scan-name.ts'
import { type Setup, setupInNewShares } from '../../pipeline/screener/setup.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message } from '../../shared/broker/run-stage.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { AppError } from '../../shared/errors.ts'
import { lastReports } from '../../shared/postgres/company/company-records.ts'
import { barsOfNames, type NameBars } from '../../shared/postgres/market/bars-of-names.ts'
import { addScans, lockRun, readRun, type ScreenerRun, unfinishedBefore } from '../../shared/postgres/screener/runs.ts'
import { rememberedSetups } from '../../shared/postgres/screener/setups.ts'
import type { Db, Tx } from '../../shared/postgres/server/db.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { barsAsOf, closeOn, nameHistories, newestBarDay, returnSince, stateOf } from './name-histories.ts'

/** Reads the names of one batch; the batch that completes the run triggers its decision. */
export async function scanBatch(
  tx: Tx,
  { payload: { run: id, batch, tickers } }: Message<'screener.batch'>,
  prices: ReadonlyMap<string, number>,
  now: Date,
): Promise<NewMessage[]> {
  const run = await readRun(tx, id)
  if (!run) throw new AppError('not_found', 'the run of the screener does not exist')
  if (run.state !== 'scanning') return []
  const before = await unfinishedBefore(tx, run)
  if (before) throw new AppError('unavailable', `run ${before} has to be decided before ${id}`)
  const scans = await scansOfNames(tx, run, tickers, prices)
  // The run is locked only now, so that its batches are read at the same time.
  if ((await lockRun(tx, id))?.state !== 'scanning') return []
  const count = await addScans(tx, { run: id, batch, scans })
  if (count < run.batches) return []
  return [{ id: `screener:${id}#1`, type: 'screener.scanned', occurredAt: now, cycleId: null, payload: { run: id } }]
}

async function scansOfNames(
  tx: Tx,
  run: ScreenerRun,
  tickers: readonly string[],
  prices: ReadonlyMap<string, number>,
): Promise<NameScan[]> {
  const newest = newestBarDay(run)
  const opens = await opensAt(tx, run, tickers, prices)
  const now = run.slot === 'pm' ? null : { day: run.day, prices: opens }
  const histories = await nameHistories(tx, tickers, barsAsOf(newest, run.startedAt, run.origin), now)
  const spy = histories.get(BENCHMARK)
  if (spy?.days.at(-1) !== newest) return []
  const market = nameView(stateOf(spy), null)
  const setups = Map.groupBy(await rememberedSetups<Setup>(tx, tickers), ({ ticker }) => ticker)
  const moment = runMoment(run.day, run.slot)
  const reports = await lastReports(tx, { tickers, upTo: newest, knownBy: run.startedAt })
  return tickers.flatMap((ticker) => {
    const bars = histories.get(ticker)
    if (bars?.days.at(-1) !== newest || bars.days.length < BARS_MIN) return []
    const name = nameView(stateOf(bars), opens.get(ticker) ?? null)
    return scanName({
      ticker,
      name,
      market,
      moment,
      barDay: newest,
      dayAgo: (count) => bars.days.at(-1 - count)!,
      marketReturn: (count) => returnSince(spy, bars.days.at(-1 - count)!),
      barsSinceReport: barsSince(bars, reports.get(ticker)),
      setups: (setups.get(ticker) ?? []).map((setup) => setupInNewShares(setup, (day) => closeOn(bars, day))),
    })
  })
}

/** Completed bars after the day of a report. */
const barsSince = ({ days }: NameBars, report: TradingDay | undefined): number | null =>
  report === undefined ? null : days.filter((day) => day > report).length

/** Opens after the last completed bar: those of quotes live, those of bars in a back-fill, none in the evening. */
async function opensAt(
  db: Db,
  run: ScreenerRun,
  symbols: readonly string[],
  prices: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  if (run.slot === 'pm') return new Map()
  if (run.origin === 'scheduled') return prices
  const { knownBy } = barsAsOf(run.day, run.startedAt, run.origin)
  const bars = await barsOfNames(db, { symbols, from: run.day, upTo: run.day, knownBy })
  return new Map(bars.flatMap(({ symbol, opens }: NameBars) => (opens[0] ? [[symbol, opens[0]] as const] : [])))
}
