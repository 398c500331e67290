import { describe, expect, test } from 'vitest'
import { partsOf, UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { EarningsPanel } from '../../../shared/domain/contract/company/earnings.ts'
import type { OptionsDay } from '../../../shared/domain/contract/company/options.ts'
import { notableLines, type Parts } from './profile.ts'

const NOTHING = partsOf(UNKNOWN)
const linesOf = (parts: Partial<Parts>) => notableLines({ ...NOTHING, ...parts }, UNKNOWN)

test.each([
  [999_949_999, '999.9 million dollars'],
  [1_000_000_000, '1.0 billion dollars'],
  [1_260_000_000, '1.3 billion dollars'],
  [12_340_000, '12.3 million dollars'],
])('%i dollars that insiders paid are told as %s', (value, words) => {
  const { ownership } = NOTHING
  const bought = { transactions: 3, owners: 2, shares: 1_000, value, without_price: 0 }
  const [line] = linesOf({ ownership: { ...ownership, open_market: { ...ownership.open_market, bought } } })
  expect(line!.text).toBe(`2 insiders bought ${words} in the market within 90 days.`)
})

describe('a line about implied volatility', () => {
  const lineAt = (iv_percentile: number) => {
    const latest = { day: '2026-11-24', iv30: 0.3, iv_percentile, iv_have: 200 } as OptionsDay
    return linesOf({ options: { ...NOTHING.options, latest } })
  }

  test.each([
    [1, 2, 'higher than on 100 %'],
    [0.95, 1.5, 'higher than on 95 %'],
    [0.03, 1.7, 'lower than on 97 %'],
    [0, 2, 'lower than on 100 %'],
  ])('at the percentile %d counts the more the nearer it is to an end', (percentile, materiality, words) => {
    expect(lineAt(percentile)).toEqual([
      {
        text: `Implied volatility at 30 days is 30.0 %, ${words} of its own 199 sessions before.`,
        panel: '/api/v1/company/AAA/options',
        ref: '2026-11-24',
        materiality,
      },
    ])
  })

  test('is none more than a tenth from either end', () => {
    expect([lineAt(0.11), lineAt(0.5), lineAt(0.89)]).toEqual([[], [], []])
  })
})

describe('a line about the newest report', () => {
  const report = { day: `${UNKNOWN.day}`, eps: 1.1, surprise: 0.1, move: 0.042 } as EarningsPanel['history'][number]
  const textAfter = (changes: Partial<typeof report>) =>
    linesOf({ earnings: { ...NOTHING.earnings, history: [{ ...report, ...changes }] } })[0]?.text

  test.each([
    [{}, 'above the consensus; the share moved 4.2 %.'],
    [{ surprise: -0.1, move: -0.05 }, 'below the consensus; the share moved -5.0 %.'],
    [{ move: null }, 'above the consensus.'],
  ])('tells how the share moved, if that is known: %j', (changes, end) => {
    expect(textAfter(changes)).toBe(`It reported 1.10 dollars a share on ${UNKNOWN.day}, 10.0 % ${end}`)
  })
})

describe('a line about the close', () => {
  const price = { ...NOTHING.price, day: '2026-11-24', close: 100, atr14_share: 0.03, high_252: 120, low_252: 80 }
  const textsOf = (changes: Partial<Parts['price']>) =>
    linesOf({ price: { ...price, ...changes } }).map(({ text }) => text)
  const moved = (d1: number) => ({ change: { ...price.change, d1 } })

  test('is none about a move within the average range, and one about a larger move either way', () => {
    expect([textsOf(moved(0.03)), textsOf(moved(-0.03))]).toEqual([[], []])
    expect(textsOf(moved(0.031))).toHaveLength(1)
    expect(textsOf(moved(-0.031))).toHaveLength(1)
    expect(textsOf({ ...moved(0.031), atr14_share: null })).toEqual([])
  })

  test.each([
    [120, 'The close of 2026-11-24 is the highest of a year, 120.00 dollars.'],
    [80, 'The close of 2026-11-24 is the lowest of a year, 80.00 dollars.'],
  ])('of %d tells that it is at an end of its year', (close, text) => {
    expect(textsOf({ close })).toEqual([text])
  })
})

describe('a line about the next report', () => {
  const next = { day: '2026-12-08', time: null, days_ahead: 14, sure: 'listed', eps_forecast: null, analysts: null }
  const textOf = (changes: object) =>
    linesOf({ earnings: { ...NOTHING.earnings, next: { ...next, ...changes } as EarningsPanel['next'] } })[0]?.text

  test('is shown from two weeks before it, with the move that options imply', () => {
    const text = 'The company is expected to report on 2026-12-08 (in the calendar, without an hour)'
    expect(textOf({ implied_move: 0.076 })).toBe(`${text}; options imply a move of 7.6 %.`)
    expect(textOf({ implied_move: null })).toBe(`${text}.`)
    expect(textOf({ implied_move: 0.076, days_ahead: 15 })).toBeUndefined()
  })
})

test('sales outside plans are reported from three insiders on', () => {
  const { ownership } = NOTHING
  const textOf = (owners: number) => {
    const sold = { transactions: 5, owners, shares: 1_000, value: 12_340_000, without_price: 0 }
    return linesOf({ ownership: { ...ownership, open_market: { ...ownership.open_market, sold } } })[0]?.text
  }
  expect(textOf(3)).toBe('3 insiders sold 12.3 million dollars in the market outside plans within 90 days.')
  expect(textOf(2)).toBeUndefined()
})

test('a consensus that changed by two percent in a month is reported, with its direction', () => {
  const { estimates } = NOTHING
  const textOf = (d30: number) =>
    linesOf({ estimates: { ...estimates, revisions: { ...estimates.revisions, d30, period: '2026-12' } } })[0]?.text
  expect(textOf(0.02)).toBe('The consensus for the quarter to 2026-12 was raised by 2.0 % in 30 days.')
  expect(textOf(-0.05)).toBe('The consensus for the quarter to 2026-12 was lowered by 5.0 % in 30 days.')
  expect(textOf(0.019)).toBeUndefined()
})

test('short volume is reported only in its highest twentieth', () => {
  const { ownership } = NOTHING
  const textOf = (percentile: number) => {
    const short_volume = { ...ownership.short_volume, day: '2026-11-24', share: 0.62, percentile }
    return linesOf({ ownership: { ...ownership, short_volume } })[0]?.text
  }
  expect(textOf(0.95)).toBe(
    '62 % of the off-exchange volume of 2026-11-24 was sold short, more than on 95 % of its own sessions.',
  )
  expect([textOf(0.94), textOf(0.02)]).toEqual([undefined, undefined])
})
