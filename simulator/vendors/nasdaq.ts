import { eastern } from '../../shared/time/eastern.ts'
import { addDays, TradingDay } from '../../shared/time/trading-day.ts'
import { FILERS, type Filer, filerNamed } from '../world/company/filers.ts'
import { expectedEps, financialsOf } from '../world/company/financials.ts'
import { quarterBefore, type Report, reportOf, reportsAround } from '../world/company/reports.ts'
import { securityOf } from '../world/securities.ts'
import { securityClose } from '../world/security.ts'
import type { World } from '../world/world.ts'
import { html, json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const FORECAST = /^\/api\/analyst\/([A-Z.]{1,7})\/(earnings-forecast|targetprice)$/
const SURPRISE = /^\/api\/company\/([A-Z.]{1,7})\/earnings-surprise$/
const MONTH_DAYS = 28

const envelope = (data: unknown): VendorReply =>
  json(200, { data, message: null, status: { rCode: 200, bCodeMessage: null, developerMessage: null } })
const unknownSymbol = json(200, {
  data: null,
  message: null,
  status: { rCode: 400, bCodeMessage: [{ code: 1001, errorMessage: 'Symbol not exists.' }], developerMessage: null },
})

const monthOf = (day: string, mark: string): string => `${MONTHS[Number(day.slice(5, 7)) - 1]}${mark}${day.slice(0, 4)}`
const dollars = (value: number): string => (value < 0 ? `($${(-value).toFixed(2)})` : `$${value.toFixed(2)}`)
const usDate = (day: string): string => `${Number(day.slice(5, 7))}/${Number(day.slice(8))}/${day.slice(0, 4)}`
const cents = (value: number): number => Math.round(value * 100) / 100
const percent = (value: number, expected: number): string =>
  ((100 * (value - expected)) / Math.abs(expected)).toFixed(2)

/** The consensus on the eve of a report, or now if it lies ahead. */
const forecastOf = (world: World, filer: Filer, report: Report, today: TradingDay): number =>
  cents(expectedEps(world, filer, report.quarter, addDays(report.day, -1) < today ? addDays(report.day, -1) : today))

const analystsOf = ({ hash }: Filer): number => 5 + (hash % 24)

const calendarRow = (world: World, filer: Filer, report: Report, instant: Date): Record<string, string> => {
  const forecast = forecastOf(world, filer, report, eastern(instant).day)
  const past = report.at <= instant ? financialsOf(world, filer, report.quarter).epsDiluted : null
  const before = reportOf(world.seed, filer, report.quarter - 4)
  return {
    ...(past === null
      ? {
          lastYearRptDt: usDate(before.day),
          lastYearEPS: dollars(financialsOf(world, filer, before.quarter).epsDiluted),
        }
      : { eps: dollars(past), surprise: percent(past, forecast) }),
    time: `time-${report.time}`,
    symbol: filer.symbol.replace('-', '.'),
    name: filer.name,
    marketCap: '$100,000,000,000',
    fiscalQuarterEnding: monthOf(report.end, '/'),
    epsForecast: dollars(forecast),
    noOfEsts: String(analystsOf(filer)),
  }
}

const calendar = (world: World, { query, instant }: VendorRequest): VendorReply => {
  const day = TradingDay.safeParse(query.get('date') ?? '')
  if (!day.success) return envelope({ asOf: null, headers: null, rows: null })
  const rows = FILERS.flatMap((filer) => {
    const report = reportsAround(world.seed, filer, day.data, { back: 1, ahead: 0 }).find(
      (each) => each.day === day.data,
    )
    return report ? [calendarRow(world, filer, report, instant)] : []
  })
  return envelope({ asOf: day.data, headers: {}, rows: rows.length === 0 ? null : rows })
}

const consensusRow = (world: World, filer: Filer, quarters: readonly Report[], today: TradingDay): unknown => {
  const on = (day: TradingDay): number =>
    quarters.reduce((sum, { quarter }) => sum + expectedEps(world, filer, quarter, day), 0)
  const [now, before] = [cents(on(today)), cents(on(addDays(today, -MONTH_DAYS)))]
  const moved = Math.min(analystsOf(filer), Math.round(Math.abs(now / before - 1) * 120))
  return {
    fiscalEnd: monthOf(quarters.at(-1)!.end, ' '),
    consensusEPSForecast: now,
    highEPSForecast: cents(now * 1.08),
    lowEPSForecast: cents(now * 0.93),
    noOfEstimates: analystsOf(filer),
    up: now > before ? moved : 0,
    down: now < before ? moved : 0,
  }
}

const forecast = (world: World, filer: Filer, { instant }: VendorRequest): VendorReply => {
  const { day } = eastern(instant)
  const ahead = reportsAround(world.seed, filer, day, { back: 0, ahead: 5 }).filter(({ at }) => at > instant)
  const quarterly = ahead.slice(0, 4).map((report) => consensusRow(world, filer, [report], day))
  const first = ahead[0]!.quarter - (ahead[0]!.fiscalQuarter - 1)
  const yearly = [0, 4].map((more) => {
    const year = Array.from({ length: 4 }, (_, at) => reportOf(world.seed, filer, first + more + at))
    return consensusRow(world, filer, year, day)
  })
  const table = (rows: unknown[]) => ({ asOf: null, headers: {}, rows })
  return envelope({
    symbol: filer.symbol.toLowerCase(),
    quarterlyForecast: table(quarterly),
    yearlyForecast: table(yearly),
  })
}

const targetPrice = (world: World, filer: Filer, { instant }: VendorRequest): VendorReply => {
  const before = world.indexOf(addDays(eastern(instant).day, -1))
  const price = securityClose(world, securityOf(world, filer.symbol)!, Math.max(0, before))
  const mean = cents(price * (1.05 + (filer.hash % 12) / 100))
  const [analysts, sell] = [analystsOf(filer), filer.hash % 3]
  const hold = Math.floor(analysts / 3)
  return envelope({
    symbol: filer.symbol.toLowerCase(),
    consensusOverview: {
      lowPriceTarget: cents(mean * 0.78),
      highPriceTarget: cents(mean * 1.24),
      priceTarget: mean,
      buy: analysts - hold - sell,
      sell,
      hold,
    },
    historicalConsensus: [],
  })
}

const surprises = (world: World, filer: Filer, { instant }: VendorRequest): VendorReply => {
  const { day } = eastern(instant)
  const newest = quarterBefore(filer, day)
  const told = Array.from({ length: 6 }, (_, at) => reportOf(world.seed, filer, newest - at)).filter(
    ({ at }) => at <= instant,
  )
  const rows = told.slice(0, 4).map((report) => {
    const [eps, expected] = [
      financialsOf(world, filer, report.quarter).epsDiluted,
      forecastOf(world, filer, report, day),
    ]
    return {
      fiscalQtrEnd: monthOf(report.end, ' '),
      dateReported: usDate(report.day),
      eps,
      consensusForecast: String(expected),
      percentageSurprise: percent(eps, expected),
    }
  })
  return envelope({ symbol: filer.symbol.toLowerCase(), earningsSurpriseTable: { headers: {}, rows } })
}

export const nasdaq: Vendor = {
  name: 'nasdaq',
  prefix: 'nasdaq',
  quota: { per_minute: 60, refusal: html(429, 'Too Many Requests', 'Rate limited.') },
  respond(world, request) {
    // The real host does not answer other clients until they give up.
    if (!request.headers['user-agent']?.startsWith('Mozilla/'))
      return html(403, 'Access Denied', 'You don’t have permission to access this server.')
    if (request.path === '/api/calendar/earnings') return calendar(world, request)
    // Prices here do not fall on an ex-date, so a dividend would be free money; and no share is split.
    if (request.path === '/api/calendar/dividends') return envelope({ calendar: { headers: null, rows: null } })
    if (request.path === '/api/calendar/splits') return envelope({ headers: null, rows: null })
    const [, symbol, kind] = FORECAST.exec(request.path) ?? SURPRISE.exec(request.path) ?? []
    if (symbol === undefined) return json(404, { message: 'Not Found' })
    const filer = filerNamed(symbol)
    if (!filer) return unknownSymbol
    if (kind === undefined) return surprises(world, filer, request)
    return kind === 'targetprice' ? targetPrice(world, filer, request) : forecast(world, filer, request)
  },
}
