import { expect, test } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import {
  analogsCard,
  earningsCard,
  fundamentalsCard,
  notableCard,
  optionsCard,
  ownershipCard,
  priceCard,
  sentimentCard,
} from './company.ts'

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

test('an unknown figure of a report has its reason', () => {
  const { value } = known('earnings') as { value: { next: object } }
  const reasons = {
    'next.implied_move': 'no option chain of the company implies a move for this day',
    'history.implied_move': 'null where no option chain of the company was stored before the report',
    'history.surprise': null,
  }
  const text = textOf(earningsCard('AAPL', known('earnings', { next: { ...value.next, implied_move: null }, reasons })))
  expect(text).toContain('; no option chain of the company implies a move for this day. Past')
  expect(text).toContain('Implied: unknown where no option chain of the company was stored before the report. ')
  expect(text).not.toContain('Surprise:')
})

test('cards of a company count what is known', () => {
  expect(ownershipCard('AAPL', known('ownership'))).toMatch(/Within 90 days \d+ insiders? bought in the market/)
  expect(earningsCard('AAPL', known('earnings'))).toMatch(/\d+ of \d+ reports (?:was|were) above the consensus/)
  expect(sentimentCard('AAPL', known('sentiment'))).toContain('8 articles in a week')
})

test('each panel of a company shows its time', () => {
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

type Draw = (ticker: string, document: never) => string
const textWith = (draw: Draw, panel: string, changes: object = {}): string =>
  textOf(draw('AAPL', known(panel, changes)))
const { value: options } = known('options') as { value: { latest: object } }
const { value: earnings } = known('earnings') as { value: { next: object } }
const { value: analogs } = known('analogs') as { value: { state: object; after_5: object } }

test('the panels of a company are read as written', () => {
  expect(textWith(notableCard, 'profile')).toContain(
    'figures The company is expected to report on 30 Nov 2026 (in the calendar, with its hour); options imply a move of 7.4 %. 30 Nov 2026 1 insider',
  )
  expect(textWith(priceCard, 'price')).toMatch(
    /Close of 23 Nov 2026 456\.44, \+0\.4 % in the session Trend up 21 sessions \+7\.3 %, 5\.8 points ahead of SPY Average range 2\.0 % of the close Volume 0\.9 times its average$/,
  )
  expect(textWith(optionsCard, 'options')).toMatch(
    /Volatility at 30 days 26\.3 % Rank in its year 16 %, higher than on 32 % of the 251 sessions before Skew 6\.9 %, put over call at a delta of 0\.25 Put\/call volume 0\.62 Expirations Expiration Volatility Implied move, dollars 27 Nov 2026 26\.8 % 12\.94 4 Dec 2026 26\.1 % 20\.98$/,
  )
  expect(textWith(earningsCard, 'earnings')).toContain(
    'The next report is expected on 8 Feb 2027, before the open (in the calendar, with its hour); options imply a move of ' +
      '1.6 %. Past reports Day EPS Expected Surprise Move Implied 9 Nov 2026 4.33 4.28 +1.2 % +1.2 % 4.8 % 6 Aug',
  )
  expect(textWith(fundamentalsCard, 'fundamentals')).toContain(
    'Line Twelve months 30 Sep 2026 Revenue 24.8bn 6.2bn Gross profit 10.7bn 2.7bn Operating income 7.3bn 2.0bn Net income ' +
      '5.7bn 1.5bn Free cash flow 5.3bn 1.6bn Diluted EPS 16.17 4.33 Margins of the last twelve months: gross 43.3 %, ' +
      'operating 29.4 %, net 23.0 %. Revenue of the newest quarter changed by −2.6 % within a year.',
  )
  expect(textWith(ownershipCard, 'ownership')).toContain(
    'Within 90 days 0 insiders bought in the market, 1 sold outside plans. Trades of insiders Day Who What Shares Dollars 2 ' +
      'Nov 2026 ABBOTT ELENA director open-market or private sale 533 236,087 25 Sep',
  )
  expect(textWith(ownershipCard, 'ownership')).toMatch(
    /exempt 666 unknown Short sales were 46 % of the off-exchange volume\.$/,
  )
  expect(textWith(sentimentCard, 'sentiment')).toContain('delta call 0.069 36 % 252 neither Puts traded over calls')
  expect(textWith(analogsCard, 'analogs')).toContain(
    'Above its 50-day average, high momentum, shallow drawdown, high volatility. What followed After Higher Base rate Cases ' +
      'Clusters 5 sessions 53 % 52 % 309 51 21 sessions 57 % 55 % 300 12 70 names of Information Technology, 18247 names and ' +
      'dates. The base rate lies within',
  )
})

test.each([
  [notableCard, 'profile', { notable: [], reasons: {} }, 'figures Nothing is far from ordinary.'],
  [notableCard, 'profile', { notable: [], reasons: { notable: 'no panel is ready' } }, 'figures No panel is ready.'],
  [priceCard, 'price', { close: null, reasons: {} }, 'figures No close is known.'],
  [priceCard, 'price', { day: null, reasons: { close: 'it trades since today' } }, 'figures It trades since today.'],
  [priceCard, 'price', { reason: 'the panel was not computed' }, 'figures The panel was not computed.'],
  [priceCard, 'price', { volume_ratio: null, trend: null, atr14_share: null }, 'Volume unknown'],
  [priceCard, 'price', { volume_ratio: null, trend: null, atr14_share: null }, 'Trend unknown 21 sessions'],
  [optionsCard, 'options', { latest: null, reasons: {} }, 'figures No chain is known.'],
  [optionsCard, 'options', { latest: null, reasons: { latest: 'it is not pinned' } }, 'figures It is not pinned.'],
  [
    optionsCard,
    'options',
    { latest: { ...options.latest, iv_rank: null, iv_have: 12, iv_need: 63, put_call_volume: null } },
    'Rank in its year not known: 12 of 63 sessions Skew 6.9 %, put over call at a delta of 0.25 Put/call volume unknown',
  ],
  [earningsCard, 'earnings', { next: null, reasons: {} }, 'figures No report is expected. Past'],
  [
    earningsCard,
    'earnings',
    { next: null, reasons: { next: 'its calendar is away' } },
    'figures Its calendar is away. Past',
  ],
  [
    earningsCard,
    'earnings',
    { next: { ...earnings.next, time: null, sure: 'projected', implied_move: null } },
    'expected on 8 Feb 2027 (projected from past intervals); what options imply is not known. Past',
  ],
  [earningsCard, 'earnings', { history: [], reasons: {} }, 'No past report is known.'],
  [earningsCard, 'earnings', { history: [], reasons: { history: 'it is new' } }, 'It is new.'],
  [earningsCard, 'earnings', { beats: 1, compared: 2 }, '1 of 2 reports was above the consensus.'],
  [fundamentalsCard, 'fundamentals', { quarters: [], reasons: {} }, 'figures No filing is known.'],
  [
    fundamentalsCard,
    'fundamentals',
    { quarters: [], reasons: { quarters: 'it files abroad' } },
    'figures It files abroad.',
  ],
  [ownershipCard, 'ownership', { transactions: [], reasons: {} }, 'figures No form is known. Short sales'],
  [ownershipCard, 'ownership', { short_volume: { share: null }, reasons: {} }, 'Short sales are not known.'],
  [sentimentCard, 'sentiment', { headlines: { items: [], last_week: 0 }, reasons: {} }, 'No article is known.'],
  [analogsCard, 'analogs', { state: null, reasons: {} }, 'figures Its state is not known.'],
  [analogsCard, 'analogs', { state: null, reasons: { state: 'it is too new' } }, 'figures It is too new.'],
  [analogsCard, 'analogs', { state: { ...analogs.state, trend: 'below' } }, 'figures Below its 50-day average'],
  [
    analogsCard,
    'analogs',
    { after_5: null, after_21: null, reasons: {} },
    'high volatility. Nothing followed yet. 70 names',
  ],
  [
    analogsCard,
    'analogs',
    { after_5: null, after_21: null, reasons: { after_5: 'it is the first' } },
    'It is the first.',
  ],
  [
    analogsCard,
    'analogs',
    { after_21: null },
    '5 sessions 53 % 52 % 309 51 70 names of Information Technology, 18247 names and dates. ',
  ],
] as const)('%o of %s with %j says so', (draw, panel, changes, words) => {
  expect(textWith(draw as Draw, panel, changes)).toContain(words)
})

test('figures of filings are in billions from one billion on, and unknown where they are', () => {
  const figure = (value: number | null) => ({ value, unit: 'USD' })
  const lines = { revenue: figure(1e9), gross_profit: figure(-999_400_000), operating_income: figure(null) }
  const { value } = known('fundamentals') as { value: { ttm: object } }
  const text = textWith(fundamentalsCard, 'fundamentals', { ttm: { ...value.ttm, ...lines } })
  expect(text).toMatch(/Revenue 1\.0bn .*Gross profit −999m .*Operating income unknown /)
})

test('a trade under a plan is marked, and one without a day, a meaning or a count shows what is unknown', () => {
  const trade = {
    date: null,
    owner: 'A',
    role: 'director',
    meaning: null,
    shares: null,
    value: null,
    plan_10b5_1: true,
  }
  expect(textWith(ownershipCard, 'ownership', { transactions: [trade] })).toContain(
    'Dollars unknown A director unknown, by plan unknown unknown Short',
  )
})
