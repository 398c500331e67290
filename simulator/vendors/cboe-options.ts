import { lru } from '../world/lru.ts'
import type { Moment, World } from '../world/world.ts'
import { type OptionRow, optionRows } from './cboe-option-rows.ts'
import { delayedMoment, envelopeTime, underlying } from './cboe-underlying.ts'
import type { VendorReply, VendorRequest } from './vendor.ts'

/** A body is 1.5 MB. A stepped day asks for each minute once, so a few are enough. */
const BODIES_KEPT = 6

/** The vendor's numbers are floats on the wire, whole ones too: 2834.0. */
const floatJson = (row: OptionRow): string => {
  let text = ''
  for (const key in row) {
    const value = row[key] ?? null
    const printed = typeof value === 'number' ? (Number.isInteger(value) ? `${value}.0` : value) : JSON.stringify(value)
    text += `${text === '' ? '{' : ','}"${key}":${printed}`
  }
  return `${text}}`
}

type Body = { text: string }
const bodies = new WeakMap<World, (moment: Moment) => Body>()

const MINUTES_OF_DAY = 1440

/** Everything behind the envelope's clock: the same for all requests within a minute. */
const bodyAt = (world: World, moment: Moment): Body => {
  const known = bodies.get(world)
  if (known) return known(moment)
  const moments = new Map<number, Moment>()
  const made = lru(BODIES_KEPT, (key: number): Body => {
    const wanted = moments.get(key)!
    const rows = optionRows(world, world.chain(wanted)).map(floatJson)
    return { text: `${JSON.stringify(underlying(world, wanted, 'SPY')).slice(0, -1)},"options":[${rows.join(',')}]}` }
  })
  const at = (wanted: Moment): Body => {
    const key = wanted.index * MINUTES_OF_DAY + wanted.minute
    moments.clear()
    moments.set(key, wanted)
    return made(key)
  }
  bodies.set(world, at)
  return at(moment)
}

export const cboeOptions = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  if (name !== 'SPY') return null
  const { text } = bodyAt(world, delayedMoment(world, request.instant))
  const body = `{"timestamp":"${envelopeTime(request.instant)}","symbol":"SPY","data":${text}}`
  return { status: 200, type: 'application/json', body }
}
