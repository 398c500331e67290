import { isSession } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { TradingDay as Day, type TradingDay } from '../../shared/time/trading-day.ts'
import { shortVolumes } from '../world/short-volume.ts'
import { FIRST_DAY, type World } from '../world/world.ts'
import { forbidden, html, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

const FILE = /^\/equity\/regsho\/daily\/CNMSshvol(\d{4})(\d{2})(\d{2})\.txt$/
const POSTED = '18:00'
const RETENTION_YEARS = 8

const dayOf = (path: string): TradingDay | null => {
  const match = FILE.exec(path)
  const day = Day.safeParse(match ? `${match[1]}-${match[2]}-${match[3]}` : '')
  return day.success ? day.data : null
}

const isPosted = (day: TradingDay, instant: Date): boolean => {
  const today = eastern(instant).day
  const oldest = `${Number(today.slice(0, 4)) - RETENTION_YEARS}${today.slice(4)}`
  return day >= FIRST_DAY && day >= oldest && isSession(day) && instantAt(day, POSTED) <= instant
}

/** Whole numbers are printed bare, fractions with six places: both occur in one file. */
const shares = (value: number): string => (Number.isInteger(value) ? String(value) : value.toFixed(6))

const file = (world: World, day: TradingDay): VendorReply => {
  const rows = shortVolumes(world.seed, world.daily(world.indexOf(day)))
  const date = day.replaceAll('-', '')
  const lines = rows.map(
    ({ symbol, short, exempt, total }) => `${date}|${symbol}|${shares(short)}|${exempt}|${shares(total)}|B,Q,N`,
  )
  const body = ['Date|Symbol|ShortVolume|ShortExemptVolume|TotalVolume|Market', ...lines, rows.length].join('\n')
  return { status: 200, type: 'text/plain', body: `${body}\n` }
}

const answer = (world: World, request: VendorRequest): VendorReply => {
  const day = dayOf(request.path)
  if (!request.headers['user-agent'] || day === null || !isPosted(day, request.instant)) return forbidden()
  return file(world, day)
}

export const finra: Vendor = {
  name: 'finra',
  prefix: 'finra',
  quota: { per_minute: 120, refusal: html(429, '429 Too Many Requests', 'Rate limit exceeded.') },
  respond: answer,
}
