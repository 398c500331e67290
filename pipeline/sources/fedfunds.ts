import { fedFundFuture } from './feeds/fed-fund-future.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
/** A back-fill fetches them together with the bars of all members, which take half of the vendor's budget. */
const PATIENCE_MS = 3 * 60_000
/** This month and the next: the odds of the next meeting need both. */
const REQUIRED_MONTHS = 2
/** A year of meetings ahead, and the month after the last of them. */
const MONTHS = 14

/** 'YYYY-MM' of a date's month and of those after it. */
function monthsFrom(day: string, count: number): string[] {
  const first = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, ahead) => {
    const month = first + ahead
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

export const fedfunds = defineSource({
  id: 'fedfunds',
  attribution: 'Yahoo Finance (30-day federal funds futures of CBOT); meeting dates: Federal Reserve',
  gives: { yahoo: { series: [], also: 'prices of federal funds futures' } },
  routes: ['/api/v1/signals/fedwatch'],
  everyCycle: false,
  // Before the open, at noon, once a decision (14:00) is priced in, and after the close.
  at: ['08:50', '12:05', '14:50', '16:35'],
  // Friday’s values are used until Tuesday morning of a long weekend.
  maxAgeMs: 4 * DAY_MS,
  patienceMs: PATIENCE_MS,
  feeds: ({ day }) =>
    monthsFrom(day, MONTHS).map((month, index) => fedFundFuture(month, { required: index < REQUIRED_MONTHS })),
})
