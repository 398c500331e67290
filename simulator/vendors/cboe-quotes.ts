import type { World } from '../world/world.ts'
import { delayedMoment, envelopeTime, isCboeSymbol, underlying } from './cboe-underlying.ts'
import { json, type VendorReply, type VendorRequest } from './vendor.ts'

export const cboeQuote = (world: World, name: string, request: VendorRequest): VendorReply | null => {
  if (!isCboeSymbol(name)) return null
  const data = underlying(world, delayedMoment(world, request.instant), name)
  return json(200, { timestamp: envelopeTime(request.instant), symbol: name, data })
}
