import { nextSession, sessionOnOrBefore } from '../../../shared/time/calendar.ts'
import { instantAt } from '../../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { mix, uniformOf } from '../random.ts'
import { securityOf } from '../securities.ts'
import { securityClose } from '../security.ts'
import type { World } from '../world.ts'
import type { Filer } from './filers.ts'

export type InsiderTrade = {
  day: TradingDay
  filed: TradingDay
  acceptedAt: Date
  /** Its number among the trades of the day. */
  number: number
  owner: { name: string; cik: number; title: string | null; isDirector: boolean }
  code: 'P' | 'S' | 'M' | 'F' | 'A' | 'G'
  shares: number
  price: number | null
  ownedAfter: number
  isPlanned: boolean
  isIndirect: boolean
}

const STREAM = { month: 91, day: 92, code: 93, size: 94, owner: 95 } as const
const MONTHS_BACK = 7
const SURNAMES = ['ABBOTT', 'BAUER', 'CHEN', 'DIAZ', 'EVANS', 'FISCHER', 'GARCIA', 'HUANG', 'IVANOV', 'JONES']
const GIVEN = ['ANNA', 'BRIAN', 'CARLA', 'DAVID', 'ELENA', 'FRANK', 'GRACE', 'HENRY']
const TITLES = ['Chief Executive Officer', 'Chief Financial Officer', 'SVP, Sales & Marketing', null, null]
const CODES: readonly InsiderTrade['code'][] = ['S', 'S', 'S', 'F', 'A', 'M', 'P', 'G']

const ownerOf = (filer: Filer, place: number): InsiderTrade['owner'] => {
  const hash = mix(STREAM.owner, filer.hash, place)
  const title = TITLES[place]!
  return {
    name: `${SURNAMES[hash % SURNAMES.length]} ${GIVEN[(hash >>> 8) % GIVEN.length]}`,
    cik: 1_500_000 + (hash % 400_000),
    title,
    isDirector: title === null || place === 0,
  }
}

const tradeOf = (world: World, filer: Filer, month: TradingDay, number: number): InsiderTrade => {
  const parts = [world.seed, filer.hash, mix(Number(month.slice(0, 4)), Number(month.slice(5, 7))), number] as const
  const wanted = addDays(month, Math.floor(26 * uniformOf(STREAM.day, ...parts)))
  const { day } = sessionOnOrBefore(wanted)
  const { day: filed } = nextSession(day)
  const place = mix(STREAM.owner, ...parts) % TITLES.length
  const code = CODES[mix(STREAM.code, ...parts) % CODES.length]!
  const close = securityClose(world, securityOf(world, filer.symbol)!, Math.max(0, world.indexOf(day)))
  const shares = Math.round(200 * Math.exp(5 * uniformOf(STREAM.size, ...parts)))
  const hasPrice = code === 'S' || code === 'P' || code === 'F'
  return {
    day,
    filed,
    acceptedAt: new Date(instantAt(filed, '18:00').getTime() + (mix(STREAM.day, ...parts) % 10_000) * 1_000),
    number,
    owner: ownerOf(filer, place),
    code,
    shares,
    price: hasPrice ? Math.round(close * 100) / 100 : code === 'M' ? null : 0,
    ownedAfter: 40_000 + (mix(STREAM.size, filer.hash, place) % 400_000),
    isPlanned: code === 'S' && mix(STREAM.code, 1, ...parts) % 2 === 0,
    isIndirect: mix(STREAM.code, 2, ...parts) % 6 === 0,
  }
}

/** The trades of the insiders of the last months, in about half of the months none. */
export const insiderTrades = (world: World, filer: Filer, today: TradingDay): InsiderTrade[] => {
  const months = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: MONTHS_BACK }, (_, back) => {
    const at = months - back
    const month = tradingDay(`${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`)
    const count = [0, 0, 0, 1, 1, 2][mix(world.seed, STREAM.month, filer.hash, at) % 6]!
    return Array.from({ length: count }, (_, number) => tradeOf(world, filer, month, number))
  }).flat()
}
