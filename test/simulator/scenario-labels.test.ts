import { expect, test } from 'vitest'
import { labelsOf } from './labels.ts'

const STRESSED = ['PANIC', 'RISK-OFF']

/** The labels that the engine gives from the first changed session on. */
const changed = (seed: number, name: Parameters<typeof labelsOf>[1], sessions: number) => {
  const { days, first } = labelsOf(seed, name, sessions)
  return days.filter(({ row }) => row.tradeDate >= first).map(({ row }) => row.regime)
}

test.each([1316, 11])('a crash is PANIC at its first close and over within half a year, seed %i', (seed) => {
  const labels = changed(seed, 'crash', 126)
  expect(labels.slice(0, 2)).toEqual(['PANIC', 'PANIC'])
  expect(labels.some((label) => label !== null && !STRESSED.includes(label))).toBe(true)
})

test.each([1316, 11])('a correction is RISK-OFF within ten sessions, seed %i', (seed) => {
  const labels = changed(seed, 'correction', 20)
  expect(labels.slice(0, 10)).toContain('RISK-OFF')
})

test('a rise of rates alone is no stress', () => {
  expect(changed(1316, 'rates', 40).filter((label) => label !== null && STRESSED.includes(label))).toEqual([])
})
