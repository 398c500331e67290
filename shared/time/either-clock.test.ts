import { expect, test } from 'vitest'
import { eitherClock } from './either-clock.ts'

test('time advances by whichever clock advanced more since the last reading', () => {
  let [real, service] = [1_000, 50_000]
  const now = eitherClock({ now: () => new Date(service) }, () => real)
  expect(now()).toBe(0)
  real += 5
  service += 5
  expect(now()).toBe(5)
  service += 900_000
  expect(now()).toBe(900_005)
  real += 70
  expect(now()).toBe(900_075)
  service -= 20
  expect(now()).toBe(900_075)
})
