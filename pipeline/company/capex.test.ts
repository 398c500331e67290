import { expect, test } from 'vitest'
import type { FlowLine } from '../filings/statement-lines.ts'
import { capexOf } from './capex.ts'
import { type Figure, unknown } from './periods.ts'

const NONE = unknown('no filing known then states it')
const figure = (value: number): Figure => ({
  value,
  unit: 'USD',
  accession: 'a',
  tag: 'a',
  filed: '2026-02-01' as never,
})

/** Capital expenditure of a filer that states the total, its wells and its other property; each may be absent. */
const capex = (all: number | null, wells: number | null, other: number | null = null) => {
  const lines: Partial<Record<FlowLine, number | null>> = { wells, other_property: other }
  return capexOf(all === null ? NONE : figure(all), (line) => (lines[line] == null ? NONE : figure(lines[line])))
}

test.each<[string, Figure, number | null]>([
  ['a maker of goods', capex(974, null, 20), 974],
  ['a producer that states other property as all of it', capex(25, 2_867), 2_892],
  ['a producer that states all of it with its wells apart', capex(3_000, 2_867), 3_000],
  ['a producer with wells and other property', capex(null, 5_353, 1_019), 6_372],
  ['a producer with wells alone', capex(null, 5_353), 5_353],
  ['a filer with other property alone', capex(null, null, 1_019), null],
])('the capital expenditure of %s', (_, { value }, expected) => {
  expect(value).toBe(expected)
})
