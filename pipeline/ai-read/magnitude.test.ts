import { expect, test } from 'vitest'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { shown } from '../maths/shown.ts'
import { CLASS_MOVES, magnitudeAt } from './magnitude.ts'

/** A year of moves of 5 %, then one of 0.01 % to 2.52 %, each once, up and down in turn. */
const SIZES = [
  ...new Array<number>(CLASS_MOVES).fill(0.05),
  ...Array.from({ length: CLASS_MOVES }, (_, at) => (at + 1) / 10_000),
]
const closes = [400]
for (const [at, size] of SIZES.entries()) closes.push(closes.at(-1)! * (at % 2 === 0 ? 1 + size : 1 - size))
const days = sessionsBetween(tradingDay('2024-01-02'), tradingDay('2026-11-20')).slice(0, closes.length)
const last = closes.length - 1
const magnitudeOf = (vixNow: number, at = last) =>
  magnitudeAt({ days, closes, vix: Float64Array.from(closes, (_, each) => (each === at ? vixNow : 20)) }, {}, at)

test('by hand: sizes are the thirds of the last year, and their chances those of all moves at the volatility of now', () => {
  // The thirds of the last year end between 0.84 and 0.85 %, and between 1.68 and 1.69 %: 84 moves lie in each.
  const asBefore = magnitudeOf(20)
  expect([asBefore.p_small, asBefore.p_normal, asBefore.p_big]).toEqual(
    [84, 84, 84 + 252].map((n) => shown(n / SIZES.length)),
  )
  expect(asBefore).toMatchObject({ class: 'big', n: 504, calibrated: false })
  // At half the volatility a move of 1.69 % then is one of 0.85 % now: 169 are small, and those of 5 % are big still.
  const calmer = magnitudeOf(10)
  expect([calmer.p_small, calmer.p_normal, calmer.p_big]).toEqual([169, 83, 252].map((n) => shown(n / SIZES.length)))
})

test('is unknown before a year of moves, and without a volatility of now', () => {
  expect(magnitudeOf(20, CLASS_MOVES - 1)).toMatchObject({ class: null, reason: '251 of 252 moves are known' })
  expect(magnitudeOf(20, CLASS_MOVES).class).not.toBeNull()
  expect(magnitudeOf(Number.NaN)).toMatchObject({ class: null, reason: 'no volatility index of the day is known' })
})

test('a size that is not known is not calibrated either, and counts no session', () => {
  expect(magnitudeOf(20, CLASS_MOVES - 1)).toMatchObject({
    p_small: null,
    p_normal: null,
    p_big: null,
    calibrated: false,
  })
})
