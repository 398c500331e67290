import { nextSession } from '../../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../../shared/time/eastern.ts'
import type { TradingDay } from '../../../shared/time/trading-day.ts'
import { mix } from '../random.ts'
import type { World } from '../world.ts'
import type { Filer } from './filers.ts'
import { type InsiderTrade, insiderTrades } from './insiders.ts'
import { type Report, reportsAround } from './reports.ts'

export type Filing = {
  accession: string
  form: string
  acceptedAt: Date
  filed: TradingDay
  /** The period that it is about. */
  period: TradingDay
  items: string
  document: string
  report: Report | null
  trade: InsiderTrade | null
}

const STREAM = 90
/** Three years and the quarter before, so that each quarter shown has its year before. */
const QUARTERS_BACK = 13
const LATE_MINUTE = 17 * 60 + 30

const accessionOf = (filer: Filer, day: TradingDay, number: number): string =>
  `${String(filer.cik).padStart(10, '0')}-${day.slice(2, 4)}-${String(number).padStart(6, '0')}`

/** A filing after 17:30 has the next session as its filing date, ownership forms aside. */
const filedOn = (at: Date): TradingDay => {
  const { day, minuteOfDay } = eastern(at)
  return minuteOfDay > LATE_MINUTE ? nextSession(day).day : day
}

const dayOfYear = (day: TradingDay): number => Number(day.slice(5, 7)) * 31 + Number(day.slice(8))

const ofReport = (world: World, filer: Filer, report: Report): Filing[] => {
  const { fiscalQuarter, end, at } = report
  const results: Filing = {
    accession: accessionOf(filer, report.day, dayOfYear(report.day) * 10),
    form: '8-K',
    acceptedAt: new Date(at.getTime() + 4 * 60_000 + 21_000),
    filed: report.day,
    period: report.day,
    items: '2.02,9.01',
    document: 'results.htm',
    report: null,
    trade: null,
  }
  const { day } = nextSession(report.day)
  const isLate = mix(world.seed, STREAM, filer.hash, report.quarter) % 3 === 0
  const acceptedAt = new Date(instantAt(day, isLate ? '18:03' : '16:32').getTime() + 38_000)
  const figures: Filing = {
    accession: accessionOf(filer, day, dayOfYear(day) * 10 + 1),
    form: fiscalQuarter === 4 ? '10-K' : '10-Q',
    acceptedAt,
    filed: filedOn(acceptedAt),
    period: end,
    items: '',
    document: `${filer.symbol.toLowerCase()}-${end.replaceAll('-', '')}.htm`,
    report,
    trade: null,
  }
  return [results, figures]
}

const ofTrade = (filer: Filer, trade: InsiderTrade): Filing => ({
  accession: accessionOf(filer, trade.filed, dayOfYear(trade.filed) * 10 + 2 + trade.number),
  form: '4',
  acceptedAt: trade.acceptedAt,
  filed: trade.filed,
  period: trade.day,
  items: '',
  document: 'xslF345X05/form4.xml',
  report: null,
  trade,
})

/** Everything the company had filed by an instant, newest first. */
export const filingsBy = (world: World, filer: Filer, instant: Date): Filing[] => {
  const { day } = eastern(instant)
  const reports = reportsAround(world.seed, filer, day, { back: QUARTERS_BACK, ahead: 0 })
  const all = [
    ...reports.flatMap((report) => ofReport(world, filer, report)),
    ...insiderTrades(world, filer, day).map((trade) => ofTrade(filer, trade)),
  ]
  return all
    .filter(({ acceptedAt }) => acceptedAt <= instant)
    .sort((a, b) => b.acceptedAt.getTime() - a.acceptedAt.getTime() || (a.accession < b.accession ? 1 : -1))
}
