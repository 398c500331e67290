import { enter } from '../../pipeline/screener/advance.ts'
import { isOfSession, type SeenPrice } from '../../pipeline/screener/seen-price.ts'
import type { Tracked } from '../../pipeline/screener/tracked.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import { saveProgress, unfinishedRecords } from '../../shared/postgres/screener/records.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { logEntries } from './log-picks.ts'
import { atrBefore, nameHistories } from './name-histories.ts'
import type { SeenPrices } from './quoted-prices.ts'
import { advancedRow, type RecordedPick, type RecordedProgress, trackedOf } from './record-rows.ts'
import { showEntries } from './show-entries.ts'

/** A record may enter in its own session after a morning run, and from the next session on after an evening run. */
const mayEnterOn = ({ entry, day: recorded, runSlot }: Tracked, day: TradingDay): boolean =>
  entry === null && (runSlot === 'am' ? recorded <= day : recorded < day)

/**
 * An entry takes a quote that was seen in this session and after the run decided. At the open a delayed feed still
 * shows yesterday's close, and just after a morning run a price from before it; neither could be traded.
 */
const mayTake = (quote: SeenPrice | undefined, { recordedAt }: { recordedAt: Date }, day: TradingDay): boolean =>
  isOfSession(quote, day) && quote.quotedAt >= recordedAt

/**
 * Gives records without an entry the first good quote; those without one wait, and finally take the close. The served
 * documents are changed in the same transaction.
 */
export async function enterRecords(
  tx: Tx,
  { day, prices, now }: { day: TradingDay; prices: SeenPrices; now: Date },
): Promise<number> {
  const spy = prices.get(BENCHMARK)
  if (spy === undefined) return 0
  const rows = (await unfinishedRecords<RecordedPick, RecordedProgress>(tx)).filter((row) => {
    const isTradable = [prices.get(row.ticker), spy].every((quote) => mayTake(quote, row, day))
    return isTradable && mayEnterOn(trackedOf(row), day)
  })
  if (rows.length === 0) return 0
  const tickers = rows.map(({ ticker }) => ticker)
  const live = { day, prices: new Map(tickers.map((ticker) => [ticker, prices.get(ticker)!.price])) }
  const histories = await nameHistories(tx, tickers, { upTo: previousSession(day).day, knownBy: now }, live)
  const entered = rows.flatMap((row) => {
    const bars = histories.get(row.ticker)
    const atr = bars ? atrBefore(bars, day) : Number.NaN
    if (Number.isNaN(atr)) return []
    const { price } = prices.get(row.ticker)!
    return [{ row, tracked: enter(trackedOf(row), { day, at: 'quote', price, spy: spy.price, atr }) }]
  })
  if (entered.length === 0) return 0
  await saveProgress(
    tx,
    entered.map(({ row, tracked }) => advancedRow(row, tracked)),
  )
  const locked = entered.flatMap(({ tracked }) => (tracked.contract ? [tracked] : []))
  await showEntries(tx, locked)
  await logEntries(tx, locked, { at: now, origin: 'scheduled' })
  return entered.length
}
