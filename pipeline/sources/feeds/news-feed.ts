import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { z } from 'zod'
import { HEADLINE_CHARS_MAX, NewsItem } from '../../../shared/domain/market/news-item.ts'
import type { VendorId } from '../../../shared/domain/market/source-id.ts'
import { AppError } from '../../../shared/errors.ts'
import { decodeText } from '../decode-text.ts'
import { plainText } from '../plain-text.ts'
import { type Feed, type FeedRequest, NO_DATA } from '../source.ts'
import { feedInstant } from './feed-instant.ts'

export interface NewsFeed {
  id: string
  vendor: VendorId
  path: string
  query?: Record<string, string>
  /** The publisher of items that do not name one. */
  publisher: string
  required: boolean
}

/** Feeds have 10 to 100 items of a kilobyte. */
const BYTES_MAX = 2_000_000
const ITEMS_MAX = 200
const PUBLISHER_CHARS_MAX = 100
/** Publishers' clocks are ahead by minutes; more is a wrong date. */
const AHEAD_MS_MAX = 10 * 60_000
const ATTRIBUTE = '@'
const TEXT = '#text'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  textNodeName: TEXT,
  // A feed that declares entities is refused earlier; plainText decodes the five of XML and those of HTML.
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  isArray: (name) => ['item', 'entry', 'link'].includes(name),
})

const Item = z.record(z.string(), z.unknown())
const Channel = z.object({ item: z.array(Item).default([]) })
const Document = z.union([
  z.object({ rss: z.object({ channel: Channel }) }),
  z.object({ feed: z.object({ entry: z.array(Item).default([]) }) }),
])

/**
 * Headlines of one RSS 2.0 or Atom feed, newest first; RSS 1.0 is another format and is refused. An invalid item is
 * left out so that it does not hold up a hundred others; a feed whose items are all invalid is refused.
 */
export function newsFeed({ id, vendor, path, query, publisher, required }: NewsFeed): Feed {
  const request: FeedRequest = { path, ...(query ? { query } : {}), accept: 'xml', bytesMax: BYTES_MAX }
  return {
    id,
    vendor,
    forbidden: 'blocked',
    required,
    request: () => request,
    parse(body, { at }) {
      const raw = itemsOf(decodeText(body))
      const news: NewsItem[] = []
      for (const item of raw.slice(0, ITEMS_MAX)) {
        const read = readItem(item, { vendor, publisher })
        if (read && (read.publishedAt?.getTime() ?? 0) <= at.getTime() + AHEAD_MS_MAX) news.push(read)
      }
      if (raw.length > 0 && news.length === 0)
        throw new AppError('invalid', 'no item has a headline, a link, and a date that has passed')
      return { ...NO_DATA, news: sorted(news), notes: [`${raw.length - news.length} items left out`] }
    },
  }
}

function itemsOf(text: string): z.infer<typeof Item>[] {
  if (/<!(?:doctype|entity)/i.test(text)) throw new AppError('invalid', 'the feed declares entities')
  // The parser is lenient, so a truncated document is refused here; otherwise it would pass for a short one.
  const valid = XMLValidator.validate(text)
  if (valid !== true) throw new AppError('invalid', `not whole XML (line ${valid.err.line})`)
  let tree: unknown
  try {
    tree = parser.parse(text)
  } catch (cause) {
    throw new AppError('invalid', 'not a feed', { cause })
  }
  const document = Document.safeParse(tree)
  if (!document.success) throw new AppError('invalid', 'neither RSS 2.0 nor Atom', { cause: document.error })
  return 'rss' in document.data ? document.data.rss.channel.item : document.data.feed.entry
}

/** An element's text, with or without attributes. */
function textOf(value: unknown): string {
  const inner = typeof value === 'object' && value !== null && TEXT in value ? value[TEXT] : value
  return typeof inner === 'string' ? inner : ''
}

const attributeOf = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? textOf((value as Record<string, unknown>)[ATTRIBUTE + name]) : ''

/** RSS writes the address into the element, Atom into an attribute, with one link for each relation. */
function linkOf(links: unknown): string {
  const all = Array.isArray(links) ? links : [links]
  const main = all.find((link) => ['', 'alternate'].includes(attributeOf(link, 'rel'))) ?? all[0]
  return plainText(textOf(main) || attributeOf(main, 'href'), Number.MAX_SAFE_INTEGER)
}

function readItem(item: z.infer<typeof Item>, feed: Pick<NewsFeed, 'vendor' | 'publisher'>): NewsItem | null {
  const publisher = plainText(textOf(item.source), PUBLISHER_CHARS_MAX) || feed.publisher
  const link = linkOf(item.link)
  const guid = plainText(textOf(item.guid) || textOf(item.id), Number.MAX_SAFE_INTEGER) || link
  const date = textOf(item.pubDate) || textOf(item.published) || textOf(item.updated)
  const headline = plainText(textOf(item.title), HEADLINE_CHARS_MAX)
  const read = NewsItem.safeParse({
    vendor: feed.vendor,
    guid,
    headline: withoutSource(headline, publisher),
    link,
    publisher,
    publishedAt: date === '' ? null : feedInstant(date),
  })
  return read.success ? read.data : null
}

/** A collector of headlines writes "Headline - Publisher". */
function withoutSource(headline: string, publisher: string): string {
  const suffix = ` - ${publisher}`
  return headline.length > suffix.length && headline.endsWith(suffix) ? headline.slice(0, -suffix.length) : headline
}

const sorted = (news: readonly NewsItem[]): NewsItem[] =>
  [...news].sort((a, b) => (b.publishedAt?.getTime() ?? 0) - (a.publishedAt?.getTime() ?? 0))
