import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { SentimentPanel } from '../../../shared/domain/contract/company/sentiment.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { OwnershipForm, Transaction } from '../../filings/ownership.ts'
import type { CompanyInputs, ShortDay, Stored } from '../inputs.ts'
import { sentimentPanel } from './sentiment.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN

const componentOf = (inputs: Partial<CompanyInputs>, wanted: SentimentPanel['components'][number]['key']) =>
  sentimentPanel({ ...UNKNOWN, ...inputs }).components.find(({ key }) => key === wanted)!

function form(back: number, trade: Partial<Transaction>): Stored<OwnershipForm> {
  const date = addDays(DAY, -back)
  const head = { form: '4', issuer: { cik: '1', name: 'A', ticker: 'AAA' }, owners: [], period: date, signed: date }
  const row = { ...head, date, owner: 'A', open_market: true, plan_10b5_1: false, ...trade } as Transaction
  return { key: date, day: date, knownAt: CUTOFF, row: { ...head, transactions: [row], holdings: [] } }
}

test('dollars of insiders are those of the newest 90 days, and the reason explains why they are never ranked', () => {
  const ownership = [
    form(1, { code: 'P', value: 500 }),
    form(89, { code: 'S', value: 200 }),
    form(5, { code: 'S', value: 70, plan_10b5_1: true }),
    form(90, { code: 'P', value: 9_000 }),
  ]
  const { reason, ...rest } = componentOf({ ownership }, 'insiders')
  expect(rest).toMatchObject({ value: 300, percentile: null, n: 1, leans: null })
  expect(reason).toContain('too short to rank a figure over 90 days')
  expect(componentOf({}, 'insiders').reason).toBe('no ownership form of the last half year is known')
})

const shortDays = (shares: readonly number[]): ShortDay[] =>
  shares.map((share, back) => ({ day: addDays(DAY, -back), short: 100 * share, total: 100, knownAt: CUTOFF }))

test('a reading with too short a history states how many values it has', () => {
  const { n, reason } = componentOf({ shortDays: shortDays([0.5]) }, 'short_volume')
  expect([n, reason]).toEqual([1, 'needs 21 values of its own and has 1'])
})

test.each([
  ['the lowest', 0.1, 0],
  ['the highest', 0.9, 1],
])(
  'a share of short sales that is %s of its history is ranked and leans to neither side',
  (_which, now, percentile) => {
    const found = componentOf({ shortDays: shortDays([now, ...Array.from({ length: 40 }, () => 0.5)]) }, 'short_volume')
    expect(found).toMatchObject({ value: now, percentile, n: 41, leans: null })
    expect(found.reason).toContain('leans to neither side')
  },
)
