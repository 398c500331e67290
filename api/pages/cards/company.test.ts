import { expect, test } from 'vitest'
import { readExample } from '../../openapi/read-example.ts'
import { earningsCard, ownershipCard, priceCard, sentimentCard } from './company.ts'

const known = (panel: string, changes: object = {}) => {
  const example = readExample<object>(import.meta.url, `../../company/${panel}-example.json`)
  return { value: { ...example, ...changes }, reason: null, staleSeconds: null } as never
}
const nobody = { transactions: 0, owners: 0, shares: 0, value: 0, without_price: 0 }

test('cards of a company of which nothing is known say so, and show no zeros', () => {
  const earnings = earningsCard('AAA', known('earnings', { history: [], beats: 0, compared: 0 }))
  expect(earnings).toContain('No past report can be compared with a consensus.')
  const reasons = { transactions: 'no form is known then', 'short_volume.share': 'no file is known yet' }
  const market = { bought: nobody, sold: nobody, sold_by_plan: nobody, net_value: 0 }
  const short = { day: null, share: null, average_20: null, percentile: null, n: 0 }
  const nothing = { transactions: [], open_market: market, short_volume: short, reasons }
  const ownership = ownershipCard('AAA', known('ownership', nothing))
  expect(ownership).toContain('No form is known then.')
  expect(ownership).toContain('No file is known yet.')
  const headlines = { last_day: null, last_week: null, items: [] }
  const unpinned = { headlines, reasons: { 'headlines.items': 'the company is not pinned' } }
  const sentiment = sentimentCard('AAA', known('sentiment', unpinned))
  expect(sentiment).toContain('The company is not pinned.')
  for (const card of [earnings, ownership, sentiment]) expect(card).not.toMatch(/\b0 (?:of|insiders|sold|articles)/)
})

test.each([
  [0.0114, '1.1 points ahead of SPY'],
  [-0.0114, '1.1 points behind SPY'],
  [0.0001, 'as SPY'],
])('a difference of %f from SPY is said in points', (d21, words) => {
  const { value } = known('price') as { value: { change: object; relative: object } }
  const price = known('price', { change: { ...value.change, d21: -0.011 }, relative: { ...value.relative, d21 } })
  expect(priceCard('AAPL', price)).toContain(`−1.1 %, ${words}</dd>`)
})

test('cards of a company count what is known', () => {
  expect(ownershipCard('AAPL', known('ownership'))).toMatch(/Within 90 days \d+ insiders? bought in the market/)
  expect(earningsCard('AAPL', known('earnings'))).toMatch(/\d+ of \d+ reports (?:was|were) above the consensus/)
  expect(sentimentCard('AAPL', known('sentiment'))).toContain('8 articles in a week')
})

test('each panel of a company says as of when it is', () => {
  const at = { as_of: '2026-11-20T20:20:00-05:00' }
  for (const [draw, panel] of [
    [priceCard, 'price'],
    [earningsCard, 'earnings'],
    [ownershipCard, 'ownership'],
    [sentimentCard, 'sentiment'],
  ] as const)
    expect(draw('AAPL', known(panel, at))).toContain(
      `as of <time datetime="${at.as_of}">Fri 20 Nov 2026, 20:20 ET</time>`,
    )
})
