import { joinEstimates } from '../../pipeline/sources/feeds/nasdaq-estimates.ts'
import type { FeedData } from '../../pipeline/sources/source.ts'
import { type CompanyRecord, EarningsRow } from '../../shared/domain/market/company-record.ts'
import { ETFS } from '../../shared/domain/market/tradeable.ts'
import { scrubText } from '../../shared/flow-vendor/scrub.ts'
import { saveCiks, tickersOf } from '../../shared/postgres/company/companies.ts'
import { newestRows, saveRecords, saveShortVolumes } from '../../shared/postgres/company/company-records.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { saveActionReports } from '../../shared/postgres/trading/action-proposals.ts'
import type { Fetched } from './store-wide.ts'

/** Stores what vendors say about companies; returns how many rows were new. */
export async function storeCompanies(tx: Tx, data: FeedData, fetched: Fetched): Promise<number> {
  const { at, origin, source } = fetched
  await saveCiks(tx, data.ciks)
  let stored = data.actions.length === 0 ? 0 : await storeActions(tx, data, at)
  if (data.shortVolumes.length > 0) stored += await saveShortVolumes(tx, data.shortVolumes, { at, origin })
  if (data.records.length === 0) return stored
  const known = new Set(await tickersOf(tx, 'all'))
  const own = joinEstimates(data.records).filter(({ ticker }) => known.has(ticker))
  const complete = await withKnownParts(tx, own.filter(isStorable))
  const rows = complete.map((record) => {
    const knownAt = record.knownAt ?? at
    return { ...record, knownAt, origin: knownAt < at ? ('imported' as const) : origin }
  })
  return stored + (await saveRecords(tx, rows, source))
}

/** Calendars of the whole market are stored only for symbols that can be held here. */
async function storeActions(tx: Tx, { actions }: FeedData, at: Date): Promise<number> {
  const known = new Set([...(await tickersOf(tx, 'all')), ...ETFS.keys()])
  return await saveActionReports(
    tx,
    actions.filter(({ symbol }) => known.has(symbol)),
    at,
  )
}

/** A link cannot be scrubbed of the flow vendor's name, so such an article is left out. */
const isStorable = ({ kind, row }: CompanyRecord): boolean => {
  if (kind !== 'headline') return true
  const { link } = row as { link: string }
  return scrubText(link) === link
}

/** Documents of the earnings vendor describe different parts of one report: what one leaves out comes from another. */
async function withKnownParts(tx: Tx, records: readonly CompanyRecord[]): Promise<CompanyRecord[]> {
  const reports = records.filter(({ kind }) => kind === 'earnings')
  if (reports.length === 0) return [...records]
  const before = await newestRows(tx, 'earnings', [...new Set(reports.map(({ ticker }) => ticker))])
  const byName = new Map(before.map(({ ticker, key, row }) => [`${ticker} ${key}`, EarningsRow.safeParse(row)]))
  return records.map((record) => {
    const earlier = record.kind === 'earnings' ? byName.get(`${record.ticker} ${record.key}`) : undefined
    if (!earlier?.success) return record
    const news = EarningsRow.parse(record.row)
    const old = earlier.data
    const row: EarningsRow = {
      ...news,
      time: news.time ?? (old.report_day === news.report_day ? old.time : null),
      eps_forecast: news.eps_forecast ?? old.eps_forecast,
      analysts: news.analysts ?? old.analysts,
      eps: news.eps ?? old.eps,
      surprise_pct: news.surprise_pct ?? old.surprise_pct,
    }
    return { ...record, row }
  })
}
