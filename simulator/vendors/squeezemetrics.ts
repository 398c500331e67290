import { sessionOn } from '../../shared/time/calendar.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { mix } from '../world/random.ts'
import type { World } from '../world/world.ts'
import { cachedFile } from './cached-file.ts'
import { lastPublished } from './published.ts'
import { html, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const FIRST = tradingDay('2011-05-02')
const PUBLISHED = '18:00'
const BOM = '﻿'

/** Some half-days have no row; the seed decides which. */
const isMissing = (world: World, day: TradingDay): boolean =>
  sessionOn(day)?.earlyClose === true && mix(world.seed, Number(day.replaceAll('-', ''))) % 3 === 0

const file = (world: World, request: VendorRequest): VendorReply => {
  const { day: last, at } = lastPublished(request.instant, PUBLISHED)
  const lines = ['date,price,dix,gex']
  for (let index = Math.max(0, world.indexOf(FIRST)); index <= world.indexOf(last); index++) {
    const { day, equity, dealers } = world.daily(index)
    if (day < FIRST || isMissing(world, tradingDay(day))) continue
    lines.push(`${day},${Math.exp(equity.logSpx).toFixed(6)},${dealers.dix},${dealers.gex.toFixed(4)}`)
  }
  return cachedFile(request, 'text/csv', `${BOM}${lines.join('\r\n')}\r\n`, at)
}

export const squeezemetrics: Vendor = {
  name: 'dix',
  prefix: 'dix',
  quota: { per_minute: 30, refusal: html(429, 'Too Many Requests', 'Too many requests.') },
  respond: (world, request) =>
    request.path === '/monitor/static/DIX.csv' ? file(world, request) : html(404, '404 Not Found', 'nginx'),
}
