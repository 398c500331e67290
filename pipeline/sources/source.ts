import assert from 'node:assert/strict'
import type {
  CompanyRecord,
  CompanyToFetch,
  ListedFiling,
  NameShortVolume,
} from '../../shared/domain/market/company-record.ts'
import type { FedFundFuture } from '../../shared/domain/market/fed-fund-future.ts'
import type { IndexMember, MemberBars } from '../../shared/domain/market/index-member.ts'
import type { NewsItem } from '../../shared/domain/market/news-item.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import type { OptionPrint } from '../../shared/domain/market/option-print.ts'
import type { Quote } from '../../shared/domain/market/quote.ts'
import type { SessionBreadth } from '../../shared/domain/market/sector-breadth.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { SourceId, VendorId } from '../../shared/domain/market/source-id.ts'
import type { VendorReport } from '../../shared/domain/trading/action-report.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** The worker's context of a request. `history` fetches all that a vendor has, `latest` only what is new. */
export interface FeedContext {
  /** When the source's own slot fell due, which may be hours ago; absent: in a cycle, or on request. */
  slotAt?: Date
  at: Date
  day: TradingDay
  mode: 'latest' | 'history'
  fredApiKey: string | null
  /** The token of the vendor of prints; absent: none is configured. */
  printsToken?: string | null
  /** The newest print that is stored. */
  printsSince?: Date | null
  /** Names that left the index but are still followed by records of the screener. */
  followed?: readonly string[]
  /** The batch of a source that fetches company by company. */
  companies?: readonly CompanyToFetch[]
}

export interface FeedRequest {
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** The first bytes and the content type are checked before `parse` sees the body. */
  accept: 'csv' | 'json' | 'text' | 'csv_or_zip' | 'xml'
  /** The smallest genuine response, where a vendor answers that there is nothing; 12 bytes if absent. */
  bytesMin?: number
  /** The largest genuine response; 5 MB if absent. */
  bytesMax?: number
}

/** The content of one payload; its values have passed the bounds of their series. */
export interface FeedData {
  observations: Observation[]
  quotes: Quote[]
  chains: OptionChain[]
  members: IndexMember[]
  bars: MemberBars[]
  breadth: SessionBreadth[]
  futures: FedFundFuture[]
  news: NewsItem[]
  records: CompanyRecord[]
  shortVolumes: NameShortVolume[]
  /** CIK by ticker, from the SEC's list. */
  ciks: { ticker: string; cik: number; name: string }[]
  /** The filings of each requested company, from which further requests follow. */
  listings: { ticker: string; filings: ListedFiling[] }[]
  /** Dividends, splits and the ends of symbols that the vendor announces. */
  actions: VendorReport[]
  /** Trades of options, newest first. */
  prints: OptionPrint[]
  /** Rows that the parser left out on purpose, as a text for the log ("12 adjusted contracts dropped"). */
  notes?: readonly string[]
}

export const NO_DATA: FeedData = {
  observations: [],
  quotes: [],
  chains: [],
  members: [],
  bars: [],
  breadth: [],
  futures: [],
  news: [],
  records: [],
  shortVolumes: [],
  ciks: [],
  listings: [],
  actions: [],
  prints: [],
}

/** A vendor's document: a request plus a pure parser. The worker owns network, timeout, budget and retry. */
export interface Feed {
  id: string
  vendor: VendorId
  request(context: FeedContext): FeedRequest
  /** The meaning of a 403 from this vendor. */
  forbidden: 'not_published' | 'unknown_symbol' | 'blocked'
  /** If this feed fails, the source fails; an optional feed only leaves a gap, unless all are optional and most fail. */
  required: boolean
  /** Pure. Throws AppError('invalid') when the payload is not what the vendor promises. */
  parse(body: Uint8Array, context: FeedContext): FeedData
  /** The next page of a document that comes in pages; null after the last one. */
  more?(data: FeedData): Feed | null
}

/** The data in a vendor's documents. */
export interface Gives {
  series: readonly SeriesId[]
  /** Data that is stored in tables of its own, in words. */
  also?: string
}

export interface Source {
  id: SourceId
  attribution: string
  /** Every vendor that it may request, and what is lost without that vendor. */
  gives: Readonly<Partial<Record<VendorId, Gives>>>
  /** The source needs all of its vendors; if absent, it runs with those that are on. */
  needsAll?: boolean
  /** Routes that show its data, besides those of the score. */
  routes: readonly string[]
  /** Fetched at every report cycle, or at its own Eastern wall times on session days, or both. */
  everyCycle: boolean
  /**
   * Fetched each minute of the regular session, and until the delayed feed has shown its close; the results are stored by
   * the minute they are for.
   */
  everyMinute?: boolean
  at: readonly string[]
  /**
   * Eastern wall times on session days at which it is fetched once more if it has delivered nothing since its last regular
   * time of the day; absent: a failure waits for the next regular time.
   */
  againAt?: readonly string[]
  /** The ISO weekdays (1 is Monday) of its own times; every session day if absent. */
  weekdays?: readonly number[]
  /** Eastern wall times on days without a session; if absent, it pauses with the exchange. */
  restDaysAt?: readonly string[]
  /** A slot that is later than this is missed; hours if absent, because a published file does not change. */
  graceMs?: number
  /** It fetches company by company, in batches of so many: all companies, or the pinned ones. */
  companies?: { which: 'all' | 'pinned'; batch: number }
  /**
   * Its documents are about different companies: a refused one makes the run degraded and is named, and the rest
   * counts.
   */
  isPartial?: boolean
  /** It reports only what is new, so a past slot has nothing to request. */
  onlyNow?: boolean
  /** The largest age at which the last good value may replace a failed fetch (degraded). */
  maxAgeMs: number
  feeds(context: FeedContext): readonly Feed[]
  /** Feeds that follow from the results of the first ones: a request per member of an index. Most may fail alone. */
  follow?(data: FeedData, context: FeedContext): readonly Feed[]
  /** The share of following feeds that must succeed; below it the source fails and stops requesting. */
  shareMin?: number
  /** Computed from all payloads together. Pure; throws AppError('invalid') when they do not suffice. */
  derive?(data: FeedData, context: FeedContext): Pick<FeedData, 'observations' | 'breadth'>
  /** Earlier days are only filled in, because a result from another set of members must not correct them. */
  pastIsFinal?: boolean
  /** The time limit of a run, where hundreds of requests within a vendor's budget take longer than the usual one. */
  patienceMs?: number
  /** `latest` rows are compared with stored ones this far back, because a vendor re-adjusts its past. */
  latestDays?: number
}

export function defineSource(source: Source): Source {
  assert(source.everyCycle || source.everyMinute || source.at.length > 0, `${source.id} is never fetched`)
  assert(source.weekdays?.every((day) => day >= 1 && day <= 7) ?? true)
  assert(Object.keys(source.gives).length > 0, `${source.id} has no vendor`)
  for (const time of [...source.at, ...(source.againAt ?? []), ...(source.restDaysAt ?? [])])
    assert.match(time, /^\d{2}:\d{2}$/)
  return source
}
