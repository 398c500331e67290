import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { instantAt } from '../../../shared/time/eastern.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { news } from '../news.ts'
import { plainText } from '../plain-text.ts'
import { refuseUnexpected } from '../refuse-unexpected.ts'
import type { FeedContext } from '../source.ts'
import { feedInstant } from './feed-instant.ts'

const text = (name: string) =>
  readFileSync(new URL(`../../../harness/fixtures/news-feed/${name}.xml`, import.meta.url), 'utf8')
const bytes = (content: string) => new TextEncoder().encode(content)
const invalid = expect.objectContaining({ kind: 'invalid' })
const day = tradingDay('2026-11-20')
const context: FeedContext = { at: instantAt(day, '10:05'), day, mode: 'latest', fredApiKey: null }
const [fed, bls, google] = news.feeds(context)
const read = (feed: typeof fed, content: string) => {
  refuseUnexpected(bytes(content), 'xml')
  return feed!.parse(bytes(content), context).news
}
const item = (title: string, more = '<link>https://example.com/a</link>') =>
  `<?xml version="1.0"?><rss version="2.0"><channel><item><title>${title}</title>${more}</item></channel></rss>`

describe('feeds of headlines', () => {
  it("RSS with a byte-order mark and CDATA is read newest first, with each item's own identity", () => {
    expect(read(fed, text('fed'))).toEqual([
      {
        vendor: 'fed',
        guid: 'https://www.federalreserve.gov/newsevents/pressreleases/bcreg20261119a.htm',
        headline: 'Agencies seek comment on capital rules & more',
        link: 'https://www.federalreserve.gov/newsevents/pressreleases/bcreg20261119a.htm',
        publisher: 'Federal Reserve Board',
        publishedAt: new Date('2026-11-19T21:30:00Z'),
      },
      expect.objectContaining({
        headline: 'Federal Reserve issues FOMC statement',
        publishedAt: new Date('2026-10-28T18:00:00Z'),
      }),
    ])
  })

  it('Atom gives the alternate link, and the published rather than the updated time', () => {
    expect(read(bls, text('bls'))).toMatchObject([
      {
        guid: 'tag:bls.gov,2026-11-12:cpi',
        headline: 'Consumer Price Index for October',
        link: 'https://www.bls.gov/news.release/archives/cpi_20261112.htm',
        publishedAt: new Date('2026-11-12T13:30:00Z'),
      },
    ])
  })

  it("a collector's headlines lose the publisher at their end, and invalid items are left out", () => {
    expect(read(google, text('google-news')).map(({ headline, publisher }) => [headline, publisher])).toEqual([
      ['S&P 500 up 1.2%', 'Associated Press'],
      ['Stocks slip as yields rise – what to know', 'Reuters'],
      ['Five things to know', 'MarketWatch'],
    ])
  })

  it('a feed without items is a quiet day', () => {
    expect(read(fed, '<?xml version="1.0"?><rss version="2.0"><channel><title>a</title></channel></rss>')).toEqual([])
    expect(read(bls, '<feed xmlns="http://www.w3.org/2005/Atom"><title>a</title></feed>')).toEqual([])
  })

  it.each([
    ['entities of its own', `<!DOCTYPE a [<!ENTITY x "y">]>${item('&x;').slice(21)}`],
    ['entities after a declaration', item('a').replace('<rss', '<!DOCTYPE rss [<!ENTITY x "yyyy">]><rss')],
    ['a page', '<!DOCTYPE html><html><body>Just a moment</body></html>'],
    ['RSS 1.0', '<?xml version="1.0"?><rdf:RDF xmlns:rdf="a"><item><title>a</title></item></rdf:RDF>'],
    ['half a feed', text('fed').slice(0, 700)],
    ['a link that runs', item('a', '<link>javascript:alert(1)</link>')],
    ['no link', item('a', '')],
    ['an empty headline', item('&lt;script&gt;alert(1)&lt;/script&gt;')],
    ['next year', item('a', '<link>https://example.com/a</link><pubDate>Sat, 20 Nov 2027 15:00:00 GMT</pubDate>')],
    ['an abyss', `<rss><channel>${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}</channel></rss>`],
  ])('refuses %s', (_, content) => {
    expect(() => read(fed, content)).toThrow(invalid)
  })
})

describe('the bounds of a feed', () => {
  const dated = (date: string) => item('a', `<link>https://example.com/a</link><pubDate>${date}</pubDate>`)

  it('is two megabytes and two hundred items', () => {
    expect(fed!.request(context)).toMatchObject({ accept: 'xml', bytesMax: 2_000_000 })
    const one = item('a').slice(item('a').indexOf('<item>'), item('a').indexOf('</channel>'))
    const many = (count: number) => item('a').replace(one, one.repeat(count))
    expect(read(fed, many(200))).toHaveLength(200)
    expect(read(fed, many(201))).toHaveLength(200)
  })

  it('lets a clock run ten minutes ahead, and no further', () => {
    expect(read(fed, dated('Fri, 20 Nov 2026 15:15:00 GMT'))).toHaveLength(1)
    expect(() => read(fed, dated('Fri, 20 Nov 2026 15:15:01 GMT'))).toThrow(invalid)
  })
})

describe('a headline as plain text', () => {
  it.each([
    ['<b>Stocks</b> &amp; bonds', 'Stocks & bonds'],
    ['AT&amp;amp;T &#8217;s', 'AT&T ’s'],
    ['&lt;img src=x onerror=alert(1)&gt;Up', 'Up'],
    ['&amp;lt;script&amp;gt;x&amp;lt;/script&amp;gt;Up', 'Up'],
    ['a\u202e\u200bb\u0000c\nd', 'abc d'],
    ['S&P 500 < 4000 and > 3000', 'S&P 500 < 4000 and > 3000'],
    ['<!-- hidden -->Up<!-- never closed', 'Up'],
    ['<style>a{}</style>Up', 'Up'],
  ])('%j loses its markup', (markup, plain) => expect(plainText(markup, 300)).toBe(plain))

  it('a headline is bounded and never cut inside a character', () => {
    expect(plainText('a'.repeat(9_000), 300)).toBe(`${'a'.repeat(299)}…`)
    expect(plainText(`${'a'.repeat(8)}😀😀`, 10)).toBe('aaaaaaaa…')
    for (const unit of ['<', '<a', '<!--', '<script', '&amp;', '&', '<a '])
      expect(plainText(unit.repeat(20_000), 300).length).toBeLessThanOrEqual(300)
  })
})

describe('the dates of feeds', () => {
  it.each([
    ['Wed, 16 Sep 2026 18:00:00 GMT', '2026-09-16T18:00:00.000Z'],
    ['16 Sep 2026 18:00 EDT', '2026-09-16T22:00:00.000Z'],
    ['Thu, 5 Nov 2026 08:30:00 -0500', '2026-11-05T13:30:00.000Z'],
    ['2026-11-12T08:30:00-05:00', '2026-11-12T13:30:00.000Z'],
  ])('%s is read as an instant', (written, instant) => expect(feedInstant(written)?.toISOString()).toBe(instant))

  it.each(['2026-11-12', 'yesterday', 'Wed, 31 Apr 2026 18:00:00 GMT', 'Wed, 16 Sep 2026 18:00:00 XYZ', '1e9', ''])(
    '%s is not a date',
    (written) => expect(feedInstant(written)).toBeNull(),
  )
})
