import { expect, test } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Cadence, planSlots, type Slot } from './plan-slots.ts'

const DAY = tradingDay('2026-12-01')
const CADENCES: Cadence[] = [
  { source: 'market', everyCycle: true, at: [] },
  { source: 'fred', everyCycle: false, at: ['10:07'] },
  { source: 'estimates', everyCycle: false, at: ['19:20'], graceMs: 3_600_000 },
]
const plan: readonly Slot[] = planSlots(DAY, CADENCES)
/** The lengths of time, in minutes, after which slots of a kind are missed. */
const minutesOf = (kind: Slot['kind'], ending = ''): number[] => [
  ...new Set(
    plan.filter((slot) => slot.kind === kind && slot.key.endsWith(ending)).map((slot) => slot.graceMs / 60_000),
  ),
]

test.each<[kind: Slot['kind'], minutes: number, ending?: string]>([
  ['cycle', 10],
  ['ingest', 360, 'T10:07'],
  ['ingest', 60, 'T19:20'],
  ['daily_provisional', 180],
  ['daily_final', 3 * 1_440],
  ['portfolio', 10, 'T10:00'],
  ['portfolio', 10, 'T15:00'],
  ['portfolio', 480, 'T16:00'],
  ['ai1', 5],
  ['ai2', 5],
  ['house', 20],
  ['screener_entry', 20],
])('a slot of %s is missed %i minutes after it fell due (%s)', (kind, minutes, ending) => {
  expect(minutesOf(kind, ending)).toEqual([minutes])
})

test('the morning run of the screener is missed after an hour, and the one after the close after six', () => {
  const runs = plan.filter(({ kind }) => kind === 'screener').map(({ key, graceMs }) => [key, graceMs / 60_000])
  expect(runs).toEqual([
    ['screener:2026-12-01-am', 60],
    ['screener:2026-12-01-pm', 360],
  ])
})
