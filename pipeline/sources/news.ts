import { newsFeed } from './feeds/news-feed.ts'
import { defineSource } from './source.ts'

const HOUR_MS = 3_600_000
const QUARTER_MS = HOUR_MS / 4

const feeds = [
  newsFeed({
    id: 'news-fed',
    vendor: 'fed',
    path: '/feeds/press_all.xml',
    publisher: 'Federal Reserve Board',
    required: true,
  }),
  newsFeed({
    id: 'news-bls',
    vendor: 'bls',
    path: '/feed/bls_latest.rss',
    publisher: 'Bureau of Labor Statistics',
    required: false,
  }),
  newsFeed({
    id: 'news-google',
    vendor: 'google_news',
    path: '/rss/search',
    query: { q: '"stock market" OR "S&P 500" when:1d', hl: 'en-US', gl: 'US', ceid: 'US:en' },
    publisher: 'Google News',
    required: false,
  }),
]

const two = (value: number): string => String(value).padStart(2, '0')
const hours = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index)

/**
 * Five minutes past each quarter of an hour: the Fed publishes on the hour and the statistics on the half hour, and a
 * report cycle must not wait for headlines, which no signal reads.
 */
const QUARTERS = hours(6, 20).flatMap((hour) => [5, 20, 35, 50].map((minute) => `${two(hour)}:${two(minute)}`))

export const news = defineSource({
  id: 'news',
  attribution: 'Federal Reserve Board; Bureau of Labor Statistics; Google News and the publishers it names',
  gives: {
    fed: { series: [], also: 'press releases of the Federal Reserve' },
    bls: { series: [], also: 'releases of the Bureau of Labor Statistics' },
    google_news: { series: [], also: 'market headlines' },
  },
  routes: [],
  everyCycle: false,
  at: QUARTERS,
  restDaysAt: hours(7, 20).map((hour) => `${two(hour)}:05`),
  graceMs: QUARTER_MS,
  onlyNow: true,
  maxAgeMs: 2 * HOUR_MS,
  feeds: () => feeds,
})
