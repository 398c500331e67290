import { z } from 'zod'
import { eastern } from '../../shared/time/eastern.ts'
import type { World } from '../world/world.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'
import { chart, listingOf } from './yahoo-chart.ts'

const CHART = /^\/v8\/finance\/chart\/([A-Z0-9^=.-]{1,20})$/

const seconds = z.coerce.number().int().min(0).max(4_102_444_800)
const Query = z.object({ period1: seconds, period2: seconds, interval: z.literal('1d') })

const failed = (status: number, code: string, description: string): VendorReply =>
  json(status, { chart: { result: null, error: { code, description } } })

const tooMany: VendorReply = { status: 429, type: 'text/plain', body: 'Too Many Requests' }

const answer = (world: World, request: VendorRequest): VendorReply => {
  // Refuse everything that does not look like a browser.
  if (!request.headers['user-agent']?.startsWith('Mozilla/')) return tooMany
  const symbol = CHART.exec(request.path)?.[1]
  if (symbol === undefined) return failed(404, 'Not Found', 'No such resource')
  const query = Query.safeParse(Object.fromEntries(request.query))
  if (!query.success) return failed(422, 'Unprocessable Entity', 'Invalid input - start, end and interval are needed')
  const moment = world.momentAt(request.instant)
  const listed = listingOf(world, symbol, eastern(request.instant).day)
  if (!listed) return failed(404, 'Not Found', 'No data found, symbol may be delisted')
  const { period1, period2 } = query.data
  return chart(world, listed, moment, new Date(period1 * 1000), new Date(period2 * 1000))
}

export const yahoo: Vendor = {
  name: 'yahoo',
  prefix: 'yahoo',
  quota: { per_minute: 30, refusal: tooMany },
  respond: answer,
}
