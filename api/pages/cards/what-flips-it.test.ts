import { expect, it } from 'vitest'
import { flipsCard } from './what-flips-it.ts'

type Given = Parameters<typeof flipsCard>

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const wires = known({ wires: [], reason: null }) as unknown as Given[0]

it.each([
  [2.32, 2, 'HY OAS is 2.32; below 2 the regime would read <b>RISK-OFF</b>'],
  [4, 10, 'HY OAS is 4.00; above 10 the regime would read <b>RISK-OFF</b>'],
])('the nearest line from %d to %d has its side', (value, threshold, words) => {
  const line = { measure: 'HY OAS', value, threshold, distance_moves: null, regime_if_crossed: 'RISK-OFF' }
  const breakdown = known({ nearest_regime_line: line }) as unknown as Given[1]
  expect(flipsCard(wires, breakdown, 5)).toContain(words)
})
