import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import type { FilingFact } from '../../../shared/domain/market/company-record.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { CompanyInputs } from '../inputs.ts'
import { factsOf, fundamentalsPanel, knownOn } from './fundamentals.ts'

type Filing = CompanyInputs['filings'][number]

const filing = (facts: readonly FilingFact[] | null, over: Partial<Filing['row']> = {}): Filing => ({
  key: '0000000001-26-000001',
  day: tradingDay('2026-11-05'),
  knownAt: new Date('2026-11-05T22:30:00Z'),
  row: {
    form: '10-Q',
    filed: tradingDay('2026-11-05'),
    accepted_at: null,
    report_day: tradingDay('2026-09-30'),
    items: '',
    facts: facts === null ? null : [...facts],
    ...over,
  },
})
const REVENUE: FilingFact = ['Revenues', 'USD', tradingDay('2026-07-01'), tradingDay('2026-09-30'), 1_250_000_000]
const ASSETS: FilingFact = ['Assets', 'USD', null, tradingDay('2026-09-30'), 400_000_000]
const panelOf = (...filings: readonly Filing[]) => fundamentalsPanel({ ...UNKNOWN, filings })

test.each([
  ['2026-11-05T22:30:00Z', '2026-11-05', '2026-11-05'],
  ['2026-11-05T22:30:00Z', '2026-11-06', '2026-11-06'],
  ['2026-11-07T03:30:00Z', '2026-11-05', '2026-11-06'],
])('a filing known at %s and filed on %s counts from %s', (knownAt, filed, day) => {
  expect(
    knownOn({ ...filing([]), knownAt: new Date(knownAt), row: { ...filing([]).row, filed: tradingDay(filed) } }),
  ).toBe(day)
})

test('a fact carries the filing that states it, and a filing without figures has none', () => {
  expect(factsOf([filing([REVENUE]), filing(null)])).toEqual([
    {
      tag: 'Revenues',
      unit: 'USD',
      start: '2026-07-01',
      end: '2026-09-30',
      value: 1_250_000_000,
      accession: '0000000001-26-000001',
      form: '10-Q',
      filed: '2026-11-05',
    },
  ])
})

test('without a filing each list has the reason, and the input is empty', () => {
  const { reasons, inputs } = panelOf()
  const reason = 'no filing with figures is known yet'
  expect(reasons).toEqual({ quarters: reason, 'ttm.end': reason, 'balance.end': reason })
  expect(inputs[0]).toMatchObject({ name: 'filings with figures', source: null, n: 0 })
})

test('a filing that could not be read is the reason, until another one has figures', () => {
  const unread = { ...filing(null), row: { ...filing(null).row, unreadable: 'its facts are no JSON' } }
  expect(panelOf(filing(null), unread).reasons).toMatchObject({ quarters: 'its facts are no JSON' })
  expect(panelOf(filing([REVENUE, ASSETS]), unread).reasons).not.toHaveProperty('quarters')
})

test('figures of a period alone leave the balance without a day, and the other way round', () => {
  const flows = panelOf(filing([REVENUE]), filing(null))
  expect(flows.quarters).toHaveLength(1)
  expect(flows.reasons).toMatchObject({ 'balance.end': 'no filing states a balance' })
  expect(flows.reasons).not.toHaveProperty('quarters')
  expect(flows.inputs[0]).toMatchObject({ source: 'filings', n: 1, through: '2026-11-05' })
  const balance = panelOf(filing([ASSETS]))
  expect(balance.balance.end).toBe('2026-09-30')
  expect(balance.reasons).toMatchObject({
    quarters: 'no filing states a period',
    'ttm.end': 'no filing states a period',
  })
  expect(balance.reasons).not.toHaveProperty('balance.end')
})
