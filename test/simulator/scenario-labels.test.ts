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

/** Seed 42 is in the middle of a panic when the scenario begins. */
test.each([11, 42])('a rise of rates adds no stress to a market, seed %i', { timeout: 120_000 }, (seed) => {
  const isStressed = (label: string | null) => label !== null && STRESSED.includes(label)
  const [plain, rates] = [changed(seed, 'none', 40), changed(seed, 'rates', 40)]
  expect(rates.filter((label, at) => isStressed(label) && !isStressed(plain[at]!))).toEqual([])
})
