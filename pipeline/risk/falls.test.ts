import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { stressedMarket } from '../../harness/fixtures/state-history/state-history.ts'
import { runs } from '../../harness/property-tests.ts'
import type { Observation } from '../../shared/domain/market/observation.ts'
import { seeded } from '../../shared/domain/seeded.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { knownHistory } from '../history/known-history.ts'
import { blockError } from '../maths/block-error.ts'
import { publishedAt } from '../sources/publication-lag.ts'
import { bandEdges, fallAt, fallInWords, sizesOf } from './fall-statement.ts'
import { bandOf, FALL_SESSIONS_MIN, type FallReading, walkFalls } from './falls.ts'
import { DRAWDOWN_SESSIONS, drawdownsAfter, effectiveCount } from './outcomes.ts'
import { reliabilityOf } from './reliability.ts'
import { impliedDeviation } from './scaled-table.ts'
import { type StateHistory, stateHistory } from './state-history.ts'

const SEEDS = [1, 2, 3, 4]

/** A market whose moves follow the volatility that its VIX implies; `honest` false draws them from a constant one. */
function impliedMarket(sessions: number, seed: number, honest = true): { closes: number[]; vix: Float64Array } {
  const random = seeded(seed)
  const normal = () => (random() + random() + random() + random() - 2) * Math.sqrt(3)
  const vix = new Float64Array(sessions)
  const closes: number[] = []
  let [level, close] = [Math.log(17), 400]
  for (let at = 0; at < sessions; at++) {
    level += 0.015 * (Math.log(17) - level) + 0.07 * normal()
    vix[at] = Math.exp(level)
    closes.push(close)
    close *= 1 + impliedDeviation(honest ? vix[at]! : 17, 1) * normal()
  }
  return { closes, vix }
}

/** The sessions whose falls were over by one of them, with each fall as it was and scaled to the VIX of that session. */
function fallsBefore({ closes, vix }: ReturnType<typeof impliedMarket>, at: number) {
  const rows = Array.from({ length: at - DRAWDOWN_SESSIONS + 1 }, (_, row) => row)
  const after = drawdownsAfter(closes, DRAWDOWN_SESSIONS)
  const falls = rows.map((row) => after[row]!)
  return { rows, falls, scaled: rows.map((row) => (falls[row]! * vix[at]!) / vix[row]!) }
}

describe('the rate of a fall', () => {
  it('is the share of past falls that, scaled to the VIX of today, reach the size', () => {
    const { closes, vix } = impliedMarket(700, 5)
    const { readings } = walkFalls({ closes, vix })
    const at = 650
    const { rows, falls, scaled: all } = fallsBefore({ closes, vix }, at)
    const scaled = all.filter((fall) => fall >= 0.04)
    const plain = falls.filter((fall) => fall >= 0.04)
    expect(readings[at]!.rate).toBeCloseTo(scaled.length / rows.length, 12)
    expect(readings[at]!.baseRate).toBeCloseTo(plain.length / rows.length, 12)
    expect(readings[at]).toMatchObject({ n: rows.length, effectiveN: effectiveCount(rows, DRAWDOWN_SESSIONS) })
  })

  it('is first stated when a year of outcomes is over, and counts no session without a VIX', () => {
    const { closes, vix } = impliedMarket(400, 2)
    vix[7] = Number.NaN
    const first = walkFalls({ closes, vix }).readings.findIndex((reading) => reading !== null)
    expect(first).toBe(FALL_SESSIONS_MIN + DRAWDOWN_SESSIONS)
  })

  it('reads a VIX that is at most three sessions old', () => {
    const { closes, vix } = impliedMarket(400, 2)
    vix.fill(Number.NaN, 396)
    const { readings } = walkFalls({ closes, vix })
    expect(readings[398]!.vix).toBe(vix[395])
    expect(readings[399]).toBeNull()
  })

  it('never falls as VIX rises or as the size shrinks', () => {
    const { closes, vix } = impliedMarket(900, 3)
    const reading = walkFalls({ closes, vix }).readings.at(-1)!
    const rates = [10, 15, 20, 30, 60].map((level) => sizesOf(fallAt({ closes, vix }, { ...reading, vix: level })))
    for (const sizes of rates) {
      const all = sizes.map(({ rate }) => rate)
      expect(all).toEqual(all.toSorted((left, right) => right - left))
    }
    for (const size of rates[0]!.keys()) {
      const byVix = rates.map((sizes) => sizes[size]!.rate)
      expect(byVix).toEqual(byVix.toSorted((left, right) => left - right))
    }
  })
})

describe('beside the rate', () => {
  const { closes, vix } = impliedMarket(900, 3)
  const { readings } = walkFalls({ closes, vix })
  const at = 850
  const { rows, falls, scaled } = fallsBefore({ closes, vix }, at)
  const fall = fallAt({ closes, vix }, readings[at]!)

  it('the error is that of the difference between each past fall scaled to this VIX and unscaled', () => {
    const pairs = rows.map((row) => Number(scaled[row]! >= 0.04) - Number(falls[row]! >= 0.04))
    expect(fall.error).toBeCloseTo(blockError(pairs)!, 12)
    expect(fall.difference).toBeCloseTo(readings[at]!.rate - readings[at]!.baseRate, 12)
    expect(fall.clear).toBe(Math.abs(fall.difference) > 2 * fall.error!)
  })

  it('half of the scaled falls are below the median fall, and one in five above the larger one', () => {
    const shareAbove = (percent: number) => scaled.filter((each) => each > percent / 100).length / rows.length
    expect(shareAbove(fall.medianPct)).toBeCloseTo(0.5, 2)
    expect(shareAbove(fall.oneInFivePct)).toBeCloseTo(0.2, 2)
  })
})

describe('against the base rate', () => {
  it.each(SEEDS)('is better where moves follow the implied volatility (seed %i)', (seed) => {
    const { reliability } = walkFalls(impliedMarket(4_000, seed))
    expect(reliability.verdict).toBe('better')
    expect(reliability.table.every(({ holds }) => holds)).toBe(true)
  })

  it('is never better, and mostly worse, where moves follow nothing', () => {
    const verdicts = SEEDS.map((seed) => walkFalls(impliedMarket(4_000, seed, false)).reliability.verdict)
    expect(verdicts).not.toContain('better')
    expect(verdicts).toContain('worse')
    const { reliability } = walkFalls(stressedMarket({ signal: false }))
    expect(reliability.verdict).not.toBe('better')
  })
})

describe('a verdict', () => {
  it('counts each window once: the windows of the thirds add up to those of all', () => {
    const { reliability, statements } = walkFalls(impliedMarket(2_000, 1))
    const windows = effectiveCount(
      statements.map(({ at }) => at),
      DRAWDOWN_SESSIONS,
    )
    expect(reliability.effectiveN).toBe(windows)
    expect(reliability.table.reduce((sum, { effectiveN }) => sum + effectiveN, 0)).toBeCloseTo(windows, 9)
  })

  it('needs two standard errors and states how many statements would tell', () => {
    const { statements } = walkFalls(impliedMarket(4_000, 1))
    const same = reliabilityOf(
      statements.map((each) => ({ ...each, stated: each.base + 0.01 * (each.stated - each.base) })),
      DRAWDOWN_SESSIONS,
    )
    const { skill, skillError, nNeeded, n } = reliabilityOf(statements, DRAWDOWN_SESSIONS)
    expect(skill!).toBeGreaterThan(2 * skillError!)
    expect(nNeeded!).toBeLessThan(n)
    expect(nNeeded!).toBe(Math.ceil(n * ((2 * skillError!) / skill!) ** 2))
    expect(same.skill!).toBeGreaterThan(0)
  })
})

describe('the band', () => {
  it.each([
    [0.3, 0.31, 100, 'low'],
    [0.31, 0.31, 100, 'elevated'],
    [0.46, 0.31, 100, 'elevated'],
    [0.48, 0.31, 100, 'high'],
    [0.48, 0.31, 12, 'elevated'],
    [0, 0, 12, 'low'],
  ] as const)('of a rate of %f against %f over %i windows is %s', (rate, base, windows, band) => {
    expect(bandOf(rate, base, windows)).toBe(band)
  })

  it('changes exactly at the edges that are served', () => {
    const history = impliedMarket(2_000, 4)
    const reading = walkFalls(history).readings.at(-1)!
    const { elevated, high } = bandEdges(fallAt(history, reading).table)
    const bandAt = (vix: number) => {
      const changed = { ...history, vix: Float64Array.from(history.vix) }
      changed.vix[1_999] = vix
      return walkFalls(changed).readings.at(-1)!.band
    }
    expect([bandAt(elevated! - 0.01), bandAt(elevated!)]).toEqual(['low', 'elevated'])
    expect([bandAt(high! - 0.01), bandAt(high!)]).toEqual(['elevated', 'high'])
  })
})

describe('the sentence', () => {
  const history = impliedMarket(2_000, 4)
  const reading = walkFalls(history).readings.at(-1)!
  const days = [...history.vix.keys()].map((row) => `session ${row}`)
  const wordsAt = (change: Partial<FallReading>) =>
    fallInWords(fallAt(history, { ...reading, ...change }), { ...history, days })

  it('names VIX, both rates, the two falls and what it is not', () => {
    expect(wordsAt({})).toMatch(
      /^VIX closed at \d+\.\d\d on session 1999\. Scaled to this VIX, \d+ % of past sessions were followed by a fall of 4 % or more within 20 sessions; over all sessions, unscaled, the rate is \d+ %\. The difference of \d+\.\d percentage points (exceeds|does not exceed) two standard errors \(\d+\.\d\)\. Half of such periods had a worst fall below \d+\.\d %, one in five above \d+\.\d %\. This is the option market's volatility restated: it says how large moves may be, not when or which way\.$/,
    )
  })

  it('distinguishes a clear difference from one within two standard errors', () => {
    expect(wordsAt({ vix: 60, rate: 0.95 })).toContain('exceeds two standard errors')
    expect(wordsAt({ rate: reading.baseRate + 0.001 })).toContain('does not exceed two standard errors')
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

const statementsUpTo = (state: StateHistory, upTo: TradingDay): string =>
  JSON.stringify(walkFalls(state).readings.slice(0, state.days.indexOf(upTo) + 1))

describe('no look-ahead', () => {
  it('keeps every statement so far when the future is deleted or poisoned', () => {
    const evenings = fc.record({
      day: fc.constantFrom(...whole.days.slice(-450)),
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
    const later = whole.days.at(-200)!
    expect(statementsUpTo(spoilt(day, SPOILS.huge!), later)).not.toBe(statementsUpTo(whole, later))
  })
})
