import { createHash } from 'node:crypto'
import type { NewsItem } from '../../domain/market/news-item.ts'
import type { Origin } from '../../domain/market/observation.ts'
import { scrubText } from '../../flow-vendor/scrub.ts'
import type { Db, Tx } from '../server/db.ts'

export interface KnownNews extends NewsItem {
  /** A permanent name of the article, derived from vendor and guid. */
  key: string
  knownAt: Date
  origin: Origin
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32)

/**
 * Stores new articles and returns them; an article keeps its first headline, and is recognised by its guid or by its
 * link. An article that links to the options-flow vendor is left out, because a link cannot be scrubbed.
 */
export async function saveNews(
  tx: Tx,
  items: readonly NewsItem[],
  known: { at: Date; origin: Origin },
): Promise<KnownNews[]> {
  const rows = items
    .filter(({ link }) => scrubText(link) === link)
    .map((item) => ({
      ...item,
      headline: scrubText(item.headline),
      publisher: scrubText(item.publisher),
      key: `${item.vendor}:${hashOf(item.guid)}`,
      knownAt: known.at,
      origin: known.origin,
    }))
  if (rows.length === 0) return []
  const stored = await tx<{ key: string }[]>`
    insert into news_articles ${tx(
      rows.map(({ key, vendor, publisher, headline, link, publishedAt, knownAt, origin }) => ({
        key,
        vendor,
        publisher,
        headline,
        link,
        origin,
        link_key: `${vendor}:${hashOf(link)}`,
        published_at: publishedAt,
        known_at: knownAt,
      })),
    )}
    on conflict do nothing
    returning key`
  const fresh = new Set(stored.map(({ key }) => key))
  return rows.filter(({ key }, index) => fresh.has(key) && rows.findIndex((row) => row.key === key) === index)
}

/** Deletes one batch; call again while it returns `limit`. */
export async function pruneNews(sql: Db, before: Date, limit: number): Promise<number> {
  const gone = await sql`
    delete from news_articles as n
    where n.id in (select old.id from news_articles as old where old.known_at < ${before} order by old.known_at limit ${limit})`
  return gone.count
}
