import { isSession, nextSession } from '../../shared/time/calendar.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import type { Daily } from '../world/daily-path.ts'
import { FIRST_DAY } from '../world/world.ts'
import { isBondHoliday } from './bond-holidays.ts'

export type FredSeries = {
  id: string
  title: string
  units: string
  /** FRED's frequency label, which names the member of a mixed download. */
  group: 'Daily' | 'Daily, Close' | 'Daily, 7-Day'
  first: TradingDay
  decimals: number
  /** Null on a day on which the series has a row but no value. */
  value(daily: Daily, day: TradingDay): number | null
  visibleAt(day: TradingDay): Date
  /** ICE restricted its series to a rolling window from April 2026. */
  rolling?: boolean
}

const sameDay = (time: string) => (day: TradingDay) => instantAt(day, time)
const nextBusinessDay = (time: string) => (day: TradingDay) => instantAt(nextSession(day).day, time)

/** H.10 is published on Monday (Tuesday after a holiday) with the five days of the week before. */
const weeklyDollar = (day: TradingDay): Date => {
  const monday = addDays(day, 8 - weekday(day))
  return instantAt(isSession(monday) ? monday : nextSession(monday).day, '16:15')
}

/** EIA's prices arrive in batches: on Wednesday with the days through Monday, on Friday through Wednesday. */
const oilBatch = (day: TradingDay): Date => {
  const wait = { 1: 2, 2: 3, 3: 2, 4: 6, 5: 5, 6: 4, 7: 3 }[weekday(day)] ?? 3
  const due = addDays(day, wait)
  return instantAt(isSession(due) ? due : nextSession(due).day, '13:00')
}

const onSessions = (pick: (daily: Daily) => number) => (daily: Daily, day: TradingDay) =>
  daily.day === day ? pick(daily) : null
const onBondDays = (pick: (daily: Daily) => number) => (daily: Daily, day: TradingDay) =>
  daily.day === day && !isBondHoliday(day) ? pick(daily) : null

const series = (
  id: string,
  title: string,
  units: string,
  group: FredSeries['group'],
  value: FredSeries['value'],
  visibleAt: FredSeries['visibleAt'],
  more: Partial<Pick<FredSeries, 'first' | 'decimals' | 'rolling'>> = {},
): FredSeries => ({ id, title, units, group, first: FIRST_DAY, decimals: 2, value, visibleAt, ...more })

const cent = (value: number): number => Math.round(value * 100) / 100

/** The range in force: a decision takes effect on the following day, weekends included. */
const target = (daily: Daily, day: TradingDay): number =>
  daily.day === day ? daily.rates.targetUpper : daily.rates.nextTargetUpper

const treasury = (id: string, term: string, pick: (daily: Daily) => number): FredSeries =>
  series(
    id,
    `Market Yield on U.S. Treasury Securities at ${term} Constant Maturity, Quoted on an Investment Basis`,
    'Percent',
    'Daily',
    onBondDays(pick),
    nextBusinessDay('16:15'),
  )

/** St. Louis computes these itself from Treasury's page the same evening, a day before H.15 shows the legs. */
const computed = (id: string, title: string, pick: (daily: Daily) => number): FredSeries =>
  series(id, title, 'Percent', 'Daily', onBondDays(pick), sameDay('17:01'))

/** The five-year, five-year forward that the two breakevens imply. */
const forwardBreakeven = ({ rates }: Daily): number => 2 * cent(rates.t10yie) - cent(rates.t5yie)

const ice = (id: string, title: string, pick: (daily: Daily) => number): FredSeries =>
  series(id, title, 'Percent', 'Daily, Close', onBondDays(pick), nextBusinessDay('10:13'), { rolling: true })

const range = (id: string, title: string, below: number): FredSeries =>
  series(id, title, 'Percent', 'Daily, 7-Day', (daily, day) => target(daily, day) - below, sameDay('08:00'))

const LIST: readonly FredSeries[] = [
  treasury('DGS3MO', '3-Month', ({ rates }) => rates.dgs3mo),
  treasury('DGS2', '2-Year', ({ rates }) => rates.dgs2),
  treasury('DGS10', '10-Year', ({ rates }) => rates.dgs10),
  computed(
    'T10Y2Y',
    '10-Year Treasury Constant Maturity Minus 2-Year Treasury Constant Maturity',
    ({ rates }) => cent(rates.dgs10) - cent(rates.dgs2),
  ),
  computed(
    'T10Y3M',
    '10-Year Treasury Constant Maturity Minus 3-Month Treasury Constant Maturity',
    ({ rates }) => cent(rates.dgs10) - cent(rates.dgs3mo),
  ),
  computed('T5YIE', '5-Year Breakeven Inflation Rate', ({ rates }) => rates.t5yie),
  computed('T10YIE', '10-Year Breakeven Inflation Rate', ({ rates }) => rates.t10yie),
  computed('T5YIFR', '5-Year, 5-Year Forward Inflation Expectation Rate', forwardBreakeven),
  series(
    'BAA10Y',
    "Moody's Seasoned Baa Corporate Bond Yield Relative to Yield on 10-Year Treasury Constant Maturity",
    'Percent',
    'Daily',
    onBondDays(({ credit }) => credit.baa10y),
    nextBusinessDay('16:16'),
  ),
  series(
    'DTWEXBGS',
    'Nominal Broad U.S. Dollar Index',
    'Index Jan 2006=100',
    'Daily',
    onBondDays(({ macro }) => macro.dollar),
    weeklyDollar,
    { first: tradingDay('2006-01-02'), decimals: 4 },
  ),
  series(
    'DCOILWTICO',
    'Crude Oil Prices: West Texas Intermediate (WTI) - Cushing, Oklahoma',
    'Dollars per Barrel',
    'Daily',
    onSessions(({ macro }) => macro.oil),
    oilBatch,
  ),
  series(
    'VIXCLS',
    'CBOE Volatility Index: VIX',
    'Index',
    'Daily, Close',
    onSessions(({ volatility }) => volatility.vix),
    nextBusinessDay('09:37'),
  ),
  ice('BAMLH0A0HYM2', 'ICE BofA US High Yield Index Option-Adjusted Spread', ({ credit }) => credit.hyOas),
  ice('BAMLC0A0CM', 'ICE BofA US Corporate Index Option-Adjusted Spread', ({ credit }) => credit.igOas),
  series(
    'DFF',
    'Federal Funds Effective Rate',
    'Percent',
    'Daily, 7-Day',
    (daily) => daily.rates.dff,
    nextBusinessDay('09:00'),
  ),
  range('DFEDTARU', 'Federal Funds Target Range - Upper Limit', 0),
  range('DFEDTARL', 'Federal Funds Target Range - Lower Limit', 0.25),
]

export const FRED_SERIES: ReadonlyMap<string, FredSeries> = new Map(LIST.map((entry) => [entry.id, entry]))
