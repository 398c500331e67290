import { expect, test } from 'vitest'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sources } from './index.ts'
import type { FeedContext, Source } from './source.ts'

const DAY = tradingDay('2026-11-20')
const MINUTE_MS = 60_000
const MB = 1_000_000

const context = (time: string, mode: FeedContext['mode']): FeedContext => ({
  at: instantAt(DAY, time),
  day: DAY,
  mode,
  fredApiKey: null,
  printsToken: 'token',
  printsSince: null,
  companies: [
    { ticker: 'AAPL', cik: 320_193, name: 'Apple Inc.', isMember: true, isPinned: true } as unknown as NonNullable<
      FeedContext['companies']
    >[number],
  ],
})

/** The ends and the number of times identify a schedule. */
const shortly = (times: readonly string[]): string =>
  times.length > 10 ? `${times[0]} to ${times.at(-1)} (${times.length})` : times.join(' ')

function timesOf({
  everyCycle,
  everyMinute,
  at,
  againAt,
  weekdays,
  restDaysAt,
  graceMs,
  patienceMs,
  onlyNow,
}: Source): string {
  return [
    everyMinute ? 'every minute' : '',
    everyCycle ? 'every cycle' : '',
    shortly(at),
    againAt ? `again after a failure ${shortly(againAt)}` : '',
    patienceMs === undefined ? '' : `patience ${patienceMs / MINUTE_MS} min`,
    weekdays ? `on weekdays ${weekdays.join(' and ')}` : '',
    restDaysAt ? `on rest days ${shortly(restDaysAt)}` : '',
    graceMs === undefined ? '' : `within ${graceMs / MINUTE_MS} min`,
    onlyNow ? 'never for the past' : '',
  ]
    .filter(Boolean)
    .join(', ')
}

function feedsIn(source: Source, mode: FeedContext['mode']): Map<string, string> {
  const found = new Map<string, string>()
  for (const time of ['10:30', '18:30', '23:00'])
    for (const feed of source.feeds(context(time, mode))) {
      const { bytesMax } = feed.request(context(time, mode))
      found.set(feed.id, `${feed.id}${feed.required ? '!' : ''}${bytesMax ? ` ${bytesMax / MB} MB` : ''}`)
    }
  return found
}

/** A feed that must come has a mark; the size is that of its largest genuine answer, 5 MB if none is named. */
function feedsOf(source: Source): string[] {
  const [latest, history] = [feedsIn(source, 'latest'), feedsIn(source, 'history')]
  const feeds = new Map([...latest, ...history])
  const told = [...feeds].map(([id, feed]) => {
    const only = latest.has(id) ? (history.has(id) ? '' : ' latest') : ' history'
    return `${feed}${only}`
  })
  // Feeds of one kind differ by a day or by the month of a future.
  const kinds = Map.groupBy(told, (feed) => feed.replace(/\d{4}-\d\d-\d\d|zq[a-z]\d\d/, '…'))
  return [...kinds].map(([kind, own]) => (own.length > 1 ? `${kind} (${own.length})` : own[0]!))
}

const promisesOf = (source: Source): string[] => [
  `${source.id}: ${timesOf(source)}; stands in for ${Math.round(source.maxAgeMs / MINUTE_MS)} min`,
  `  feeds ${feedsOf(source).join(', ')}`,
  `  shown by ${source.routes.join(' ')}`,
  `  ${[
    source.companies ? `${source.companies.which} companies by ${source.companies.batch}` : '',
    source.needsAll ? 'needs all its vendors' : '',
    source.isPartial ? 'counts in part' : '',
    source.shareMin === undefined ? '' : `fails below ${100 * source.shareMin} %`,
  ]
    .filter(Boolean)
    .join(', ')}`,
]

test('each source declares when it is fetched, what must come, how much at most, and how long its last good value is used', () => {
  const lines = sources.flatMap(promisesOf).filter((line) => line.trim() !== '')
  expect(lines).toMatchInlineSnapshot(`
    [
      "aaii: 09:10 11:10 17:35, on weekdays 4 and 5; stands in for 14400 min",
      "  feeds aaii-sheet!",
      "  shown by ",
      "bars: 08:40 16:50 19:20, patience 3 min; stands in for 5760 min",
      "  feeds yahoo-uso-closes!, yahoo-uup-closes!, yahoo-tlt-closes!, yahoo-hyg-closes!, yahoo-dx-y-nyb-closes!, yahoo-xlb-closes, yahoo-xlc-closes, yahoo-xle-closes, yahoo-xlf-closes, yahoo-xli-closes, yahoo-xlk-closes, yahoo-xlp-closes, yahoo-xlre-closes, yahoo-xlu-closes, yahoo-xlv-closes, yahoo-xly-closes",
      "  shown by /api/v1/signals/correlations",
      "breadth: 16:45, again after a failure 18:05 19:10, patience 26 min; stands in for 7200 min",
      "  feeds constituents!",
      "  shown by /api/v1/signals/sectors",
      "  needs all its vendors, fails below 90 %",
      "chains: 16:25, patience 10 min; stands in for 7200 min",
      "  feeds cboe-aapl-options 25 MB",
      "  shown by /api/v1/company/:ticker/options /api/v1/company/:ticker/gamma /api/v1/company/watchlist",
      "  pinned companies by 10, counts in part",
      "companies: 06:15; stands in for 10080 min",
      "  feeds constituents!",
      "  shown by /api/v1/company/:ticker /api/v1/company/watchlist",
      "cot: 15:50 17:50, on weekdays 1 and 5; stands in for 14400 min",
      "  feeds cftc-cot!",
      "  shown by ",
      "darkpool: 09:00 18:15 19:15; stands in for 5760 min",
      "  feeds dix-csv!, finra-short-volume-… (2), finra-short-volume-… history (20)",
      "  shown by ",
      "earnings: 06:45 19:00, patience 10 min, never for the past; stands in for 5760 min",
      "  feeds nasdaq-calendar-… 3 MB (27), nasdaq-dividends-… 3 MB (10), nasdaq-splits 3 MB, nasdaq-calendar-… 3 MB history (42)",
      "  shown by /api/v1/company/:ticker/earnings",
      "  counts in part",
      "estimates: 19:20, patience 20 min, never for the past; stands in for 7200 min",
      "  feeds nasdaq-forecast-aapl 3 MB, nasdaq-target-aapl 3 MB, nasdaq-surprises-aapl 3 MB history",
      "  shown by /api/v1/company/:ticker/estimates",
      "  all companies by 20, counts in part",
      "fedfunds: 08:50 12:05 14:50 16:35, patience 3 min; stands in for 5760 min",
      "  feeds yahoo-…-cbt! (2), yahoo-…-cbt (12)",
      "  shown by /api/v1/signals/fedwatch",
      "filings: 06:30 18:40, patience 20 min, never for the past; stands in for 5760 min",
      "  feeds sec-submissions-320193 30 MB",
      "  shown by /api/v1/company/:ticker/fundamentals /api/v1/company/:ticker/ownership",
      "  all companies by 10, counts in part",
      "fred: 10:30 11:30 17:15, again after a failure 12:10 18:05; stands in for 5760 min",
      "  feeds fred-daily!, fred-daily-close!, fred-daily-7-day",
      "  shown by /api/v1/signals/fedwatch /api/v1/signals/fragility",
      "headlines: 08:15 16:40, patience 15 min, never for the past; stands in for 5760 min",
      "  feeds news-aapl 2 MB",
      "  shown by /api/v1/company/:ticker/sentiment",
      "  pinned companies by 10, counts in part",
      "market: every cycle, 09:00 13:35 16:35 18:30 19:45; stands in for 30 min",
      "  feeds cboe-spy-quote! latest, cboe-vix-quote! latest, cboe-vix9d-quote latest, cboe-vix3m-quote! latest, cboe-spx-quote latest, cboe-vix-history!, cboe-vix9d-history, cboe-vix3m-history!, cboe-skew-history!, cboe-vvix-history, cboe-spy-closes!, cboe-spx-closes!",
      "  shown by /api/v1/signals/correlations /api/v1/signals/fragility",
      "minute: every minute; stands in for 0 min",
      "  feeds cboe-spy-quote! latest, cboe-vix-quote! latest, cboe-vix3m-quote! latest",
      "  shown by /api/v1/tripwires",
      "news: 06:05 to 20:50 (60), on rest days 07:05 to 20:05 (14), within 15 min, never for the past; stands in for 120 min",
      "  feeds news-fed! 2 MB, news-bls 2 MB, news-google 2 MB",
      "  shown by ",
      "options: every cycle, again after a failure 16:50 18:05; stands in for 60 min",
      "  feeds cboe-spy-options! 25 MB latest",
      "  shown by /api/v1/signals/gamma /api/v1/flow/tape",
      "prints: 09:35 to 16:20 (82), never for the past; stands in for 20 min",
      "  feeds prints! 3 MB latest",
      "  shown by ",
    ]
  `)
})
