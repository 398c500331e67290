import { newsFeed } from './feeds/news-feed.ts'
import { createKey } from './headline-key.ts'
import { defineSource, type Feed } from './source.ts'

const DAY_MS = 86_400_000

/** Headlines about one company, stored with it and not among the market's. */
function companyNews(ticker: string, name: string | null): Feed {
  const feed = newsFeed({
    id: `news-${ticker.toLowerCase()}`,
    vendor: 'google_news',
    path: '/rss/search',
    query: { q: `"${name ?? ticker}" stock when:1d`, hl: 'en-US', gl: 'US', ceid: 'US:en' },
    publisher: 'Google News',
    required: false,
  })
  return {
    ...feed,
    parse(body, context) {
      const { news, ...data } = feed.parse(body, context)
      const records = news.map(({ guid, headline, link, publisher, publishedAt }) => ({
        ticker,
        kind: 'headline' as const,
        key: createKey(guid),
        day: context.day,
        knownAt: null,
        row: { headline, link, publisher, published_at: publishedAt?.toISOString() ?? null },
      }))
      return { ...data, news: [], records }
    },
  }
}

export const headlines = defineSource({
  id: 'headlines',
  attribution: 'Google News and the publishers it names',
  gives: { google_news: { series: [], also: 'headlines about the pinned companies' } },
  routes: ['/api/v1/company/:ticker/sentiment'],
  everyCycle: false,
  isPartial: true,
  at: ['08:15', '16:40'],
  companies: { which: 'pinned', batch: 10 },
  onlyNow: true,
  // Friday’s values are used until Tuesday morning of a long weekend.
  maxAgeMs: 4 * DAY_MS,
  patienceMs: 15 * 60_000,
  feeds: ({ companies: named = [] }) => named.map(({ ticker, name }) => companyNews(ticker, name)),
})
