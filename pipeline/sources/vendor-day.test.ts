import { expect, test } from 'vitest'
import { compactDay, isoDay, usDay } from './vendor-day.ts'

test('each vendor writes days in its own way', () => {
  expect([usDay('11/20/2026'), compactDay('20261120'), isoDay('2026-11-20')]).toEqual(Array(3).fill('2026-11-20'))
})

test.each([
  [usDay, '20/11/2026'],
  [usDay, '02/30/2026'],
  [usDay, '1/2/2026'],
  [usDay, '2026-11-20'],
  [usDay, '11/20/2026 '],
  [compactDay, '2026-11-20'],
  [compactDay, '20261320'],
  [compactDay, '202611201'],
  [compactDay, '20260230'],
  [isoDay, '20261120'],
])('a day that is written otherwise, or does not exist, is refused: %o of %s', (parse, text) => {
  expect(() => parse(text)).toThrow(expect.objectContaining({ kind: 'invalid' }))
})
