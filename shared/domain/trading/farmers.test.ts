import { describe, expect, test } from 'vitest'
import { drawSession } from '../../../harness/farmers/paths.ts'
import { type Edge, farm } from '../../../harness/farmers/verdict.ts'

const SEEDS = Array.from({ length: 40 }, (_, at) => 1_000 + at)
/** The test must see an edge of this many basis points at one minute, or its silence would prove nothing. */
const SEES_AT_MINUTE: Record<string, number> = { dropper: 0.5, bothSides: 0.5, leader: 0.5, splitter: 1.5 }

const bounded = farm('bounded', SEEDS)
const promised = farm('promised', SEEDS)
const said = ({ farmer, horizonSeconds: h, n, edgeBps, seesBps }: Edge): string =>
  `${farmer} at ${h / 60} min: ${edgeBps.toFixed(2)} bp, n ${n}, sees ${seesBps.toFixed(2)} bp`

describe('fills of the present rule against honest agents of equal times and sides', () => {
  test.each(bounded.map((edge) => [said(edge), edge] as const))('%s: no edge', (_name, edge) => {
    expect(edge.n).toBeGreaterThan(1_000)
    expect(edge.edgeBps).toBeLessThan(edge.seesBps)
    expect(edge.farmerBps).toBeLessThan(0)
    if (edge.horizonSeconds === 60) expect(edge.seesBps).toBeLessThan(SEES_AT_MINUTE[edge.farmer]!)
  })
})

/** The rule before this one stays here as the control, because it is what the farmers were made for. */
describe('fills at the promised price', () => {
  test.each(promised.map((edge) => [said(edge), edge] as const))('%s: farmed', (_name, edge) => {
    expect(edge.edgeBps).toBeGreaterThan(edge.seesBps)
  })
})

test('the drawn prices are martingales: no step is explained by the step or the minute before it', () => {
  const minutes: number[] = []
  let [product, first, second] = [0, 0, 0]
  for (const seed of SEEDS)
    for (const { midE4 } of drawSession(seed))
      for (let at = 120; at < midE4.length; at += 60) {
        const [before, now] = [midE4[at - 60]! / midE4[at - 120]! - 1, midE4[at]! / midE4[at - 60]! - 1]
        minutes.push(now)
        product += before * now
        first += before * before
        second += now * now
      }
  const n = minutes.length
  const mean = minutes.reduce((sum, each) => sum + each, 0) / n
  // Four names share a fund, so that a fourth of the minutes counts; four standard errors.
  const error = 4 / Math.sqrt(n / 4)
  expect(Math.abs(mean) / Math.sqrt(second / n)).toBeLessThan(error)
  expect(Math.abs(product / Math.sqrt(first * second))).toBeLessThan(error)
})
