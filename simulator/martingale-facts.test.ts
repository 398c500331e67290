import { expect, test } from 'vitest'
import { type Measurements, measureWorlds, TRADED } from './martingale-facts.ts'

const SEEDS = Array.from({ length: 20 }, (_, index) => index + 1)
/** By chance alone, one run in ten would exceed this, with four hundred figures of nineteen degrees of freedom each. */
const ERRORS_MAX = 4.5
/** A sample too small to show a correlation of a fifth would prove nothing. */
const ERROR_MAX = 0.06

/** The VIX returns to its mean over sessions, as the real one does; it is not a price. */
const mayRevert = (name: string): boolean => /^VIX: .*\bsessions$/.test(name)

let measured: Measurements | undefined
const facts = (): Measurements => {
  measured ??= measureWorlds(SEEDS)
  return measured
}

test('past prices, volumes and volatility say nothing about coming prices at any horizon, in twenty worlds', () => {
  const found = [...facts()].filter(([name]) => !mayRevert(name))
  expect(found.length).toBeGreaterThan(24 * TRADED.length)
  expect(found.filter(([, { mean, error }]) => Math.abs(mean) > ERRORS_MAX * error)).toEqual([])
  expect(found.filter(([, { error }]) => error > ERROR_MAX)).toEqual([])
}, 120_000)

test('the VIX returns to its mean over weeks, and not within a session', () => {
  const { mean } = facts().get('VIX: variance ratio, 20 sessions')!
  expect(mean).toBeLessThan(-0.05)
  expect(mean).toBeGreaterThan(-0.4)
}, 120_000)
