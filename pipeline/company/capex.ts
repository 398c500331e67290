import type { FlowLine } from '../filings/statement-lines.ts'
import { sum } from './flows.ts'
import { type Figure, isKnown } from './periods.ts'

const METHOD = 'wells and other property'

/**
 * Capital expenditure of a period. Producers of oil and gas state their spending on wells separately from other
 * property, which some of them state under the tag of all property.
 */
export function capexOf(stated: Figure, of: (line: FlowLine) => Figure): Figure {
  const wells = of('wells')
  if (!isKnown(wells)) return stated
  if (isKnown(stated)) return wells.value > stated.value ? sum([wells, stated], [], METHOD) : stated
  const other = of('other_property')
  return isKnown(other) ? sum([wells, other], [], METHOD) : wells
}
