import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { KnownNews } from '../../shared/postgres/market/news.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'

/** The first answer of a feed covers weeks; only what happened within a day is an event. */
const NEWS_WITHIN_MS = DAY_MS

/** Oldest first, so that the log reads in the order of the articles. */
export const newsEvents = (articles: readonly KnownNews[], at: Date): NewEvent[] =>
  articles
    .map((article) => ({ article, happened: article.publishedAt ?? article.knownAt }))
    .filter(({ happened }) => at.getTime() - happened.getTime() <= NEWS_WITHIN_MS)
    .sort((a, b) => a.happened.getTime() - b.happened.getTime())
    .map(({ article: { key, headline, link, publisher, vendor, origin }, happened }) => ({
      key: `news:${key}`,
      kind: 'news',
      subject: vendor,
      severity: 'info',
      title: headline,
      at: happened,
      data: { headline, link, publisher },
      cycleId: null,
      origin,
    }))
