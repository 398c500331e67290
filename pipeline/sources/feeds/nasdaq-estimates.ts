import { z } from 'zod'
import type { CompanyRecord, Consensus, EstimatesRow } from '../../../shared/domain/market/company-record.ts'
import { AppError } from '../../../shared/errors.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { count, money, monthOf, nasdaqData, nasdaqRequest } from './nasdaq-request.ts'

const cell = z.union([z.string(), z.number()]).nullish()
const Table = z
  .object({
    rows: z
      .array(
        z.object({
          fiscalEnd: z.string(),
          consensusEPSForecast: cell,
          highEPSForecast: cell,
          lowEPSForecast: cell,
          noOfEstimates: cell,
          up: cell,
          down: cell,
        }),
      )
      .max(40)
      .nullable(),
  })
  .nullish()
const Forecast = z.object({ quarterlyForecast: Table, yearlyForecast: Table })
const Target = z.object({
  consensusOverview: z
    .object({ priceTarget: cell, lowPriceTarget: cell, highPriceTarget: cell, buy: cell, hold: cell, sell: cell })
    .nullish(),
})

const consensusOf = (table: z.output<typeof Table>): Consensus[] =>
  (table?.rows ?? []).flatMap((row) => {
    const fiscal_end = monthOf(row.fiscalEnd)
    if (fiscal_end === null) return []
    const [eps, high, low] = [row.consensusEPSForecast, row.highEPSForecast, row.lowEPSForecast].map(money)
    const [analysts, up, down] = [row.noOfEstimates, row.up, row.down].map(count)
    return [{ fiscal_end, eps: eps!, high: high!, low: low!, analysts: analysts!, up: up!, down: down! }]
  })

/** EPS alone: the vendor has no consensus of revenue. */
export const nasdaqForecast = (ticker: string): Feed => ({
  id: `nasdaq-forecast-${ticker.toLowerCase()}`,
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest(`/api/analyst/${ticker}/earnings-forecast`),
  parse(body, { day }) {
    const parsed = Forecast.nullable().safeParse(nasdaqData(body, 'the forecast'))
    if (!parsed.success) throw new AppError('invalid', 'not a forecast of earnings', { cause: parsed.error })
    if (parsed.data === null) return { ...NO_DATA, notes: [`${ticker}: the vendor has no forecast`] }
    const quarters = consensusOf(parsed.data.quarterlyForecast)
    const years = consensusOf(parsed.data.yearlyForecast)
    if (quarters.length + years.length === 0) return NO_DATA
    const row: EstimatesRow = { quarters, years, target: null }
    return { ...NO_DATA, records: [{ ticker, kind: 'estimates', key: day, day, knownAt: null, row }] }
  },
})

/** The price target and the counts of recommendations; joined with the forecast of the same day. */
export const nasdaqTarget = (ticker: string): Feed => ({
  id: `nasdaq-target-${ticker.toLowerCase()}`,
  vendor: 'nasdaq',
  forbidden: 'blocked',
  required: false,
  request: () => nasdaqRequest(`/api/analyst/${ticker}/targetprice`),
  parse(body, { day }) {
    const parsed = Target.nullable().safeParse(nasdaqData(body, 'the price target'))
    if (!parsed.success) throw new AppError('invalid', 'not a price target', { cause: parsed.error })
    const overview = parsed.data?.consensusOverview
    if (!overview) return NO_DATA
    const target: NonNullable<EstimatesRow['target']> = {
      mean: money(overview.priceTarget),
      low: money(overview.lowPriceTarget),
      high: money(overview.highPriceTarget),
      buy: count(overview.buy),
      hold: count(overview.hold),
      sell: count(overview.sell),
    }
    const row: EstimatesRow = { quarters: [], years: [], target }
    return { ...NO_DATA, records: [{ ticker, kind: 'estimates', key: day, day, knownAt: null, row }] }
  },
})

/** A day's forecast and target are one record. */
export function joinEstimates(records: readonly CompanyRecord[]): CompanyRecord[] {
  const joined = new Map<string, CompanyRecord>()
  for (const record of records) {
    const before = record.kind === 'estimates' ? joined.get(`${record.ticker} ${record.key}`) : undefined
    if (record.kind !== 'estimates') joined.set(`${record.kind} ${record.ticker} ${record.key}`, record)
    else if (!before) joined.set(`${record.ticker} ${record.key}`, record)
    else {
      const [a, b] = [before.row as EstimatesRow, record.row as EstimatesRow]
      const longer = <T>(one: T[], other: T[]): T[] => (one.length > 0 ? one : other)
      const row: EstimatesRow = {
        quarters: longer(a.quarters, b.quarters),
        years: longer(a.years, b.years),
        target: a.target ?? b.target,
      }
      joined.set(`${record.ticker} ${record.key}`, { ...record, row })
    }
  }
  return [...joined.values()]
}
