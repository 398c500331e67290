import { expect, it } from 'vitest'
import { seeded } from '../../shared/domain/seeded.ts'
import { fitLogistic } from './logistic.ts'

it('recovers the chances that outcomes were drawn with', () => {
  const random = seeded(3)
  const chance = (reading: number) => 1 / (1 + Math.exp(3 - reading / 8))
  const readings = Array.from({ length: 20_000 }, () => 10 + 40 * random())
  const fitted = fitLogistic(
    readings,
    readings.map((each) => (random() < chance(each) ? 1 : 0)),
  )!
  for (const reading of [12, 20, 30, 45]) expect(Math.abs(fitted(reading) - chance(reading))).toBeLessThan(0.02)
})

it('states the mean rate when nothing depends on the reading, and stays finite when everything does', () => {
  expect(fitLogistic([1, 2, 1, 2], [0, 0, 1, 1])!(5)).toBeCloseTo(0.5, 6)
  const separated = fitLogistic([1, 2, 3, 4], [0, 0, 1, 1])!
  expect(separated(1)).toBeLessThan(0.01)
  expect(separated(4)).toBeGreaterThan(0.99)
  expect(fitLogistic([1, 1], [0, 1])).toBeNull()
})
