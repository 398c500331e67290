import { expect, it } from 'vitest'
import { type Bar, closeOnly, hasRange } from './bar.ts'

const BAR: Bar = { open: 10, high: 12, low: 9, close: 11, volume: 5 }

it.each([
  ['between whose ends open and close lie', {}, true],
  ['whose open is not given', { open: Number.NaN }, true],
  ['of a share of less than a dollar', { open: 0.4, high: 0.5, low: 0.3, close: 0.4 }, true],
  ['that did not move', { open: 10, high: 10, low: 10, close: 10 }, true],
  ['that closed at its high and opened at its low', { open: 9, close: 12 }, true],
  ['that closed at its low and opened at its high', { open: 12, close: 9 }, true],
  ['that closed above its high', { close: 12.01 }, false],
  ['that closed below its low', { close: 8.99 }, false],
  ['that opened above its high', { open: 12.01 }, false],
  ['that opened below its low', { open: 8.99 }, false],
  ['whose high is below its low', { high: 8, close: 8, open: 8 }, false],
  ['whose low is nothing', { low: 0 }, false],
  ['whose high is not given', { high: Number.NaN }, false],
])('the range of a bar %s counts or does not: %j, %s', (_, changes, counts) => {
  expect(hasRange({ ...BAR, ...changes })).toBe(counts)
})

it('a close alone has no range', () => {
  expect(hasRange(closeOnly(11))).toBe(false)
})
