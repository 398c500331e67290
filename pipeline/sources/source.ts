import assert from 'node:assert/strict'
import type { FedFundFuture } from '../../shared/domain/market/fed-fund-future.ts'
import type { IndexMember, MemberBars } from '../../shared/domain/market/index-member.ts'
import type { NewsItem } from '../../shared/domain/market/news-item.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import type { Quote } from '../../shared/domain/market/quote.ts'
import type { SessionBreadth } from '../../shared/domain/market/sector-breadth.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import type { SourceId, VendorId } from '../../shared/domain/market/source-id.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** What the worker knows when it asks. `history` wants all a vendor has, `latest` what is new. */
export interface FeedContext {
  at: Date
  day: TradingDay
  mode: 'latest' | 'history'
  fredApiKey: string | null
}

export interface FeedRequest {
  path: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** First bytes or content type are checked before `parse` sees the body. */
  accept: 'csv' | 'json' | 'text' | 'csv_or_zip' | 'xml'
  /** The largest answer that can be genuine; absent: 5 MB. */
  bytesMax?: number
}

/** What one payload says. Values are checked against the feed's bounds before they come here. */
export interface FeedData {
  observations: Observation[]
  quotes: Quote[]
  chains: OptionChain[]
  members: IndexMember[]
  bars: MemberBars[]
  breadth: SessionBreadth[]
  futures: FedFundFuture[]
  news: NewsItem[]
  /** What the parser left out on purpose, in words for the log ("12 adjusted contracts dropped"). */
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
}

/** A vendor's document: data plus a pure parser. The worker owns network, timeout, budget and retry. */
export interface Feed {
  id: string
  vendor: VendorId
  request(context: FeedContext): FeedRequest
  /** 403 means three things; each feed says which (sources.md, section 0). */
  forbidden: 'not_published' | 'unknown_symbol' | 'blocked'
  /** Without this feed the source has failed; an optional one only leaves a gap. */
  required: boolean
  /** Pure. Throws AppError('invalid') when the payload is not what the vendor promises. */
  parse(body: Uint8Array, context: FeedContext): FeedData
}

/** What a vendor's documents bring. */
export interface Gives {
  series: readonly SeriesId[]
  /** What has tables of its own, in words. */
  also?: string
}

export interface Source {
  id: SourceId
  attribution: string
  /** Every vendor it ever asks, and what is lost without it. */
  gives: Readonly<Partial<Record<VendorId, Gives>>>
  /** One vendor off, and there is nothing to ask; absent: the others still say something. */
  needsAll?: boolean
  /** Routes that show what it gives, besides those of the score. */
  routes: readonly string[]
  /** Asked at every report cycle, or on its own Eastern wall times on session days, or both. */
  everyCycle: boolean
  /** Asked each minute of the regular session; what comes is kept by the minute it is for. */
  everyMinute?: boolean
  at: readonly string[]
  /** ISO weekdays (1 is Monday) its own times are for; absent: every session day. */
  weekdays?: readonly number[]
  /** Eastern wall times on days without a session; absent: it rests with the exchange. */
  restDaysAt?: readonly string[]
  /** A slot later than this is missed; absent: hours, because a published file is still the same file. */
  graceMs?: number
  /** It tells what is new, so a past slot has nothing to ask. */
  onlyNow?: boolean
  /** How old the last good value may be and still stand in for a failed fetch (degraded). */
  maxAgeMs: number
  feeds(context: FeedContext): readonly Feed[]
  /** Feeds that follow from what the first ones said: a request per member of an index. Most may fail alone. */
  follow?(data: FeedData, context: FeedContext): readonly Feed[]
  /** The share of following feeds that must answer; below it the source has failed, and stops asking. */
  shareMin?: number
  /** What only all payloads together say. Pure; throws AppError('invalid') when they do not suffice. */
  derive?(data: FeedData, context: FeedContext): Pick<FeedData, 'observations' | 'breadth'>
  /** An earlier day is only filled in: another set of members that answered is no correction of it. */
  pastIsFinal?: boolean
  /** A run of hundreds of requests within a vendor's budget takes longer than a source's own slot usually has. */
  patienceMs?: number
  /** How far back `latest` rows are compared with what is stored, where a vendor re-adjusts its past. */
  latestDays?: number
}

export function defineSource(source: Source): Source {
  assert(source.everyCycle || source.everyMinute || source.at.length > 0, `${source.id} is never asked`)
  assert(source.weekdays?.every((day) => day >= 1 && day <= 7) ?? true)
  assert(Object.keys(source.gives).length > 0, `${source.id} asks nobody`)
  for (const time of [...source.at, ...(source.restDaysAt ?? [])]) assert.match(time, /^\d{2}:\d{2}$/)
  return source
}
