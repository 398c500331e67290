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
