import { lru } from '../world/lru.ts'
import { perWorld } from '../world/per-world.ts'
import { type Moment, momentKey, type World } from '../world/world.ts'
import { type OptionRow, optionRows } from './cboe-option-rows.ts'
import { delayedMoment, envelopeTime, underlying } from './cboe-underlying.ts'
import type { VendorReply, VendorRequest } from './vendor.ts'

/** A body is 1.5 MB. A stepped day asks for each minute once, so a few are enough. */
const BODIES_KEPT = 6

/** The vendor's numbers are floats on the wire, whole ones too: 2834.0. No text here needs escaping. */
const floatJson = (row: OptionRow): string => {
  let text = ''
  for (const key in row) {
    const value = row[key] ?? null
    const printed =
      typeof value === 'number'
        ? Number.isInteger(value)
          ? `${value}.0`
          : value
        : value === null
          ? 'null'
          : `"${value}"`
    text += `${text === '' ? '{' : ','}"${key}":${printed}`
  }
  return `${text}}`
}

/** Everything behind the envelope's clock: the same for all requests within a minute. */
const dataAt = perWorld((world) =>
  lru(BODIES_KEPT, momentKey, (moment: Moment) => {
    const start = JSON.stringify(underlying(world, moment, 'SPY')).slice(0, -1)
    return { text: `${start},"options":[${optionRows(world, world.chain(moment)).map(floatJson).join(',')}]}` }
  }),
)

export const cboeOptions = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  if (name !== 'SPY') return null
  const { text } = dataAt(world)(delayedMoment(world, request.instant))
  const body = `{"timestamp":"${envelopeTime(request.instant)}","symbol":"SPY","data":${text}}`
  return { status: 200, type: 'application/json', body }
}
