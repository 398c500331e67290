import { expect, test } from 'vitest'
import { UNKNOWN } from '../../../harness/fixtures/unknown-company.ts'
import { EarningsPanel } from '../../../shared/domain/contract/company/earnings.ts'
import { addDays } from '../../../shared/time/trading-day.ts'
import type { CompanyInputs, Stored } from '../inputs.ts'
import { earningsPanel } from './earnings.ts'

const { day: DAY, cutoff: CUTOFF } = UNKNOWN
const REPORT = addDays(DAY, 20)
const daysAgo = (days: number): Date => new Date(CUTOFF.getTime() - days * 86_400_000)

type Calendar = CompanyInputs['earnings'][number]
const calendar = (eps_forecast: number | null, known: number): Calendar => ({
  key: '2026-12',
  day: REPORT,
  knownAt: daysAgo(known),
  row: {
    fiscal_month: '2026-12',
    report_day: REPORT,
    time: null,
    eps_forecast,
    analysts: 5,
    eps: null,
    surprise_pct: null,
    moved: 0,
  },
})

type Estimates = CompanyInputs['estimates'][number]['row']
const snapshot = (eps: number | null, known: number, fiscal_end = '2026-12'): Stored<Estimates> => {
  const day = addDays(DAY, -known)
  const quarter = { fiscal_end, eps, high: null, low: null, analysts: 8, up: null, down: null }
  return { key: day, day, knownAt: daysAgo(known), row: { quarters: [quarter], years: [], target: null } }
}

const nextOf = (listed: Calendar, ...estimates: Stored<Estimates>[]) =>
  EarningsPanel.parse(earningsPanel({ ...UNKNOWN, earnings: [listed], estimates }))

test.each([
  ['estimates that were known later', [snapshot(1.2, 1)], 1.2, 'estimates', 8, 1],
  ['the calendar where it was known later', [snapshot(1.2, 9)], 1, 'calendar', 5, 4],
  ['the calendar where the estimates are of another quarter', [snapshot(1.2, 1, '2026-09')], 1, 'calendar', 5, 4],
  [
    'an earlier snapshot where the newest lacks the quarter',
    [snapshot(null, 1), snapshot(1.1, 2)],
    1.1,
    'estimates',
    8,
    2,
  ],
] as const)('the consensus of the next report is that of %s', (_, estimates, eps, source, analysts, known) => {
  const { next, reasons } = nextOf(calendar(1, 4), ...estimates)
  expect(next).toMatchObject({
    eps_forecast: eps,
    eps_forecast_source: source,
    eps_forecast_day: addDays(DAY, -known),
    analysts,
  })
  expect(reasons).not.toHaveProperty('next.eps_forecast')
})

test('the estimates stand in for a calendar without a consensus, however old they are', () => {
  expect(nextOf(calendar(null, 1), snapshot(1.2, 30)).next).toMatchObject({
    eps_forecast: 1.2,
    eps_forecast_source: 'estimates',
  })
})

test('without a consensus its source and its day are null as well, and the reason is given', () => {
  const { next, reasons } = nextOf(calendar(null, 1))
  expect(next).toMatchObject({ eps_forecast: null, eps_forecast_source: null, eps_forecast_day: null, analysts: 5 })
  expect(reasons['next.eps_forecast']).toBe('neither the calendar nor the estimates state a consensus for this quarter')
})
