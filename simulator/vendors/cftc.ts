import { z } from 'zod'
import { nextSession } from '../../shared/time/calendar.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, isoWeek, type TradingDay, weekday } from '../../shared/time/trading-day.ts'
import { positionsAt } from '../world/positioning.ts'
import { FIRST_DAY, type World } from '../world/world.ts'
import { isBondHoliday } from './bond-holidays.ts'
import { json, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

/** The legacy report, futures only. */
const PATH = '/resource/6dca-aqww.json'
const CONTRACT = '13874A'
const [TUESDAY, RELEASED] = [2, '15:30']
const LIMIT_DEFAULT = 1_000
const LIMIT_MAX = 50_000

const CODE = /cftc_contract_market_code\s*=\s*'([^']*)'/
const SINCE = /report_date_as_yyyy_mm_dd\s*>=\s*'(\d{4}-\d{2}-\d{2})[^']*'/
const Limit = z.coerce.number().int().min(1).max(LIMIT_MAX).default(LIMIT_DEFAULT)

/** The third business day after Tuesday: Friday, or Monday if a federal holiday lies in between. */
const releasedAt = (tuesday: TradingDay): Date => {
  let day = tuesday
  for (let step = 0; step < 3; step++) {
    do day = nextSession(day).day
    while (isBondHoliday(day))
  }
  return instantAt(day, RELEASED)
}

const row = (world: World, tuesday: TradingDay): Record<string, string | null> => {
  const positions = positionsAt(world, world.indexOf(tuesday))
  return {
    id: `${tuesday.slice(2).replaceAll('-', '')}${CONTRACT}F`,
    market_and_exchange_names: 'E-MINI S&P 500 - CHICAGO MERCANTILE EXCHANGE',
    report_date_as_yyyy_mm_dd: `${tuesday}T00:00:00.000`,
    yyyy_report_week_ww: `${tuesday.slice(0, 4)} Report Week ${isoWeek(tuesday).slice(6)}`,
    contract_market_name: 'E-MINI S&P 500',
    cftc_contract_market_code: CONTRACT,
    commodity_name: 'S&P 500 STOCK INDEX',
    open_interest_all: String(positions.openInterest),
    noncomm_positions_long_all: String(positions.speculatorsLong),
    noncomm_positions_short_all: String(positions.speculatorsShort),
    // The vendor misspells this key.
    noncomm_postions_spread_all: String(positions.spread),
    comm_positions_long_all: String(positions.hedgersLong),
    comm_positions_short_all: String(positions.hedgersShort),
    futonly_or_combined: 'FutOnly',
  }
}

const answer = (world: World, { path, query, instant }: VendorRequest): VendorReply => {
  if (path !== PATH) return json(404, { code: 'dataset.missing', error: true, message: 'Not found' })
  const where = query.get('$where') ?? ''
  const limit = Limit.safeParse(query.get('$limit') ?? undefined)
  if (!limit.success) return json(400, { code: 'query.soql.invalid', error: true, message: 'Could not parse $limit' })
  if (CODE.exec(where)?.[1] !== CONTRACT) return json(200, [])
  const since = SINCE.exec(where)?.[1] ?? FIRST_DAY
  const today = eastern(instant).day
  const rows: Record<string, string | null>[] = []
  let tuesday = addDays(today, -((weekday(today) + 7 - TUESDAY) % 7))
  for (; tuesday >= since && tuesday > FIRST_DAY && rows.length < limit.data; tuesday = addDays(tuesday, -7))
    if (releasedAt(tuesday) <= instant) rows.push(row(world, tuesday))
  return json(200, query.get('$order')?.endsWith('DESC') ? rows : rows.reverse())
}

export const cftc: Vendor = {
  name: 'cftc',
  prefix: 'cftc',
  quota: {
    per_minute: 60,
    refusal: json(429, { code: 'throttled', error: true, message: 'Request throttled: provide an app token' }),
  },
  respond: answer,
}
