import { expect, it } from 'vitest'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { fragility } from '../fragility/fragility.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { watchedStates } from './watched-states.ts'

const snapshot = computeSnapshot(CALM_DAY, { cycleId: '2026-11-20T10:00', origin: 'scheduled' })
const fragile = fragility(CALM_DAY)

it('the cause of fragility states its pillars in the units and times of the other sentences', () => {
  const { cause } = watchedStates(snapshot, fragile).find(({ subject }) => subject === 'fragility')!
  expect(cause).toMatch(/volatility VIX 13\.20 in the \d+\w\w percentile \(quoted 2026-11-20 09:45 ET\)/)
  expect(cause).toMatch(/credit 3\.10 % in the \d+\w\w percentile \(for 2026-11-18\)/)
  expect(cause).toMatch(/breadth 71\.0 % above the 50-day average in the \d+\w\w percentile \(for 2026-11-19\)/)
  expect(cause).toMatch(/gamma \$9\.00bn per 1 % in the \d+\w\w percentile \(for 2026-11-19\)/)
})

it('a cause calls the lowest value of a window the first percentile, as the reasons of the snapshot do', () => {
  const score_components = snapshot.score_components.map((each) => ({ ...each, percentile: 0.4 }))
  const pillars = fragile.pillars.map((each) => ({ ...each, percentile: 0.4 }))
  const causes = watchedStates({ ...snapshot, score_components }, { ...fragile, pillars }).map(({ cause }) => cause)
  expect(causes.filter((cause) => cause.includes('1st percentile of its own last ')).length).toBeGreaterThan(10)
  expect(causes.join(' ')).not.toMatch(/\b0th/)
})

it('a cause names the window of its rank: a year of sessions, three years of weekly values', () => {
  const causeOf = (key: string) => watchedStates(snapshot, fragile).find(({ subject }) => subject === key)!.cause
  expect(causeOf('vix')).toMatch(/\d+\w\w percentile of its own last year; quoted/)
  expect(causeOf('breadth')).toMatch(/\d+\w\w percentile of its own last year; for/)
  for (const weekly of ['aaii', 'cot'])
    expect(causeOf(weekly)).toMatch(/\d+\w\w percentile of its own last three years; for/)
})
