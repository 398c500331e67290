import { memo } from '../world/memo.ts'
import { perWorld } from '../world/per-world.ts'
import { momentKey } from '../world/session-clock.ts'
import type { Moment, World } from '../world/world.ts'
import { cboeNameOptions } from './cboe-name-options.ts'
import { type OptionRow, optionRows } from './cboe-option-rows.ts'
import { delayedMoment, envelopeTime, underlying } from './cboe-underlying.ts'
import type { VendorReply, VendorRequest } from './vendor.ts'

/** A body has 1.5 MB. A stepped day requests each minute once, so a few are enough. */
const BODIES_KEPT = 6

/** The vendor's numbers are floats on the wire, whole ones too: 2834.0. No text in a row looks like `":5`. */
const floatJson = (rows: readonly OptionRow[]): string => JSON.stringify(rows).replace(/":(-?\d+)(?=[,}])/g, '":$1.0')

/** Everything but the envelope's clock is the same for all requests until prices change. */
const dataAt = perWorld((world) =>
  memo(BODIES_KEPT, momentKey, (moment: Moment) => {
    const start = JSON.stringify(underlying(world, moment, 'SPY')).slice(0, -1)
    return { text: `${start},"options":${floatJson(optionRows(world, world.chain(moment)))}}` }
  }),
)

export const cboeOptions = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  if (name !== 'SPY') return cboeNameOptions(world, name, request)
  const { text } = dataAt(world)(delayedMoment(world, request.instant))
  const body = `{"timestamp":"${envelopeTime(request.instant)}","symbol":"SPY","data":${text}}`
  return { status: 200, type: 'application/json', body }
}
