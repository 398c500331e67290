import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longHistory, seeded } from '../../harness/fixtures/long-history/long-history.ts'
import { stressedMarket } from '../../harness/fixtures/state-history/state-history.ts'
import { runs } from '../../harness/property-tests.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { nearestBefore, pointsOf } from '../analogues/nearest.ts'
import { knownHistory } from '../history/known-history.ts'
import { publishedAt } from '../sources/publication-lag.ts'
import { drawdownOutcomes, walkDrawdowns } from './drawdown-risk.ts'
import { shuffledOutcomes } from './shuffled.ts'
import { type StateHistory, stateHistory } from './state-history.ts'
import { walkRisk } from './walk-forward.ts'

const SEEDS = [1, 2, 3, 4, 5]

describe('against the base rate', () => {
  it.each(SEEDS)('is beaten by a state that foretells the size of moves (seed %i)', (seed) => {
    const { reliability, reliabilityAtRefit } = walkDrawdowns(stressedMarket({ seed }))
    expect(reliability).toMatchObject({ verdict: 'better' })
    expect(reliability.skill).toBeGreaterThan(0.05)
    expect(reliabilityAtRefit.n).toBeLessThan(reliability.n)
  })

  it('is not beaten on shuffled outcomes or by a state that foretells nothing', () => {
    const controls = SEEDS.flatMap((seed) => {
      const market = stressedMarket({ seed })
      const shuffled = shuffledOutcomes(drawdownOutcomes(market), seeded(seed))
      return [walkRisk(market, shuffled, { horizon: 20 }), walkDrawdowns(stressedMarket({ seed, signal: false }))]
    })
    const skills = controls.map(({ reliability }) => reliability.skill!)
    expect(controls.filter(({ reliability }) => reliability.verdict === 'better').length).toBeLessThanOrEqual(1)
    expect(Math.max(...skills)).toBeLessThan(0.05)
    expect(skills.reduce((sum, skill) => sum + skill, 0)).toBeLessThan(0)
  })

  it('takes the band from thirds of the composite until the rates have proved better', () => {
    const { readings } = walkDrawdowns(stressedMarket({ seed: 2 }))
    const known = readings.flatMap((reading) => reading ?? [])
    expect(known[0]).toMatchObject({ bandFrom: 'terciles' })
    expect(known.at(-1)).toMatchObject({ bandFrom: 'rates' })
    for (const { bandFrom, band, composite, map } of known.filter((each) => each.bandFrom === 'terciles')) {
      const [lower, upper] = map.terciles
      expect(band, bandFrom).toBe(composite >= upper ? 'high' : composite < lower ? 'low' : 'elevated')
    }
  })
})

describe('the annual refit', () => {
  const market = stressedMarket({ sessions: 1_500 })
  const known = walkDrawdowns(market).readings.flatMap((reading) => reading ?? [])

  it('learns at the first session of a year, from sessions at least 20 sessions earlier', () => {
    const spaces = new Set(known.map(({ map }) => map.space))
    expect(spaces.size).toBe(new Set(known.map(({ at }) => market.days[at]!.slice(0, 4))).size)
    for (const { at, training } of spaces) {
      expect(market.days[at]!.slice(0, 4)).not.toBe(market.days[at - 1]!.slice(0, 4))
      expect(training.at(-1)! + 20).toBeLessThan(at)
      expect(training.length).toBeGreaterThanOrEqual(252)
    }
  })

  it('gives rates that never fall as the composite rises, and states that cover its whole range', () => {
    for (const { map } of known) {
      expect(map.states[0]!.from).toBe(0)
      expect(map.states.at(-1)!.to).toBe(100)
      map.states.slice(1).forEach((state, at) => {
        expect(state.from).toBe(map.states[at]!.to)
        expect(state.rate).toBeGreaterThan(map.states[at]!.rate)
      })
      expect(map.states.reduce((sum, { n }) => sum + n, 0)).toBe(map.n)
      expect(map.states.every(({ n, effectiveN }) => effectiveN >= 1 && effectiveN <= n)).toBe(true)
    }
  })
})

const values = longHistory('2010-01-04', '2013-12-31', 7)
const stateOf = (observations: Iterable<Observation>): StateHistory =>
  stateHistory({ series: Object.fromEntries(knownHistory(observations)) })
const whole = stateOf(values)

type Spoil = (value: Observation) => Observation[]
const SPOILS: Record<string, Spoil> = {
  deleted: () => [],
  huge: (each) => [{ ...each, value: 1e9 }],
  tiny: (each) => [{ ...each, value: 1e-9 }],
}

/** Spoils every value that was not known that evening, whichever day it is for. */
function spoilt(day: TradingDay, spoil: Spoil): StateHistory {
  const evening = instantAt(day, '20:00')
  return stateOf(values.flatMap((each) => (publishedAt(each.series, each.day) > evening ? spoil(each) : [each])))
}

/** All statements up to a session, without their outcomes. */
function statementsUpTo(state: StateHistory, upTo: TradingDay): string {
  const last = state.days.indexOf(upTo)
  const readings = walkDrawdowns(state).readings.slice(0, last + 1)
  const reading = readings[last]
  const analogues = reading ? nearestBefore(pointsOf(state, reading.map.space), last) : null
  return JSON.stringify([
    analogues,
    readings.map((each) => each && [each.composite, each.band, each.bandFrom, each.state, each.map.baseRate]),
  ])
}

describe('no look-ahead', () => {
  it('keeps every statement so far when the future is deleted or poisoned', () => {
    const days = whole.days.slice(-450)
    // A look-ahead in a refit would show soon after the turn of a year.
    const january = days.filter((day) => day.slice(5) < '02-01')
    const evenings = fc.record({
      day: fc.oneof(fc.constantFrom(...days), fc.constantFrom(...january)),
      spoil: fc.constantFrom(...Object.values(SPOILS)),
    })
    fc.assert(
      fc.property(evenings, ({ day, spoil }) => {
        expect(statementsUpTo(spoilt(day, spoil), day)).toBe(statementsUpTo(whole, day))
      }),
      { numRuns: runs(25) },
    )
  })

  it('would be noticed: later the spoilt values change the result', () => {
    const day = whole.days.at(-300)!
    expect(statementsUpTo(spoilt(day, SPOILS.huge!), whole.days.at(-200)!)).not.toBe(
      statementsUpTo(whole, whole.days.at(-200)!),
    )
  })
})
