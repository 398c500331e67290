import {
  type ChainAnalysis,
  type ExpirationGamma,
  GAMMA_CONVENTION,
  GAMMA_METHOD,
  type StrikeGamma,
  type Walls,
} from '../../shared/domain/contract/gamma.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { shown, shownDollars, shownOrNull } from '../maths/shown.ts'
import { atmVolatility, expectedMove, straddleOf } from './expected-move.ts'
import { bookOf, exposures, type Position, type PositionExposure } from './exposure.ts'
import { maxPain, type OpenInterest } from './max-pain.ts'
import { type SignReading, signOf } from './sign.ts'
import { type Slice, volatilitySlices } from './volatility-slices.ts'
import { wallsOf } from './walls.ts'
import { zeroGamma } from './zero-gamma.ts'

/** Per-strike rows are served within this share of spot; the strikes beyond are served as one sum. */
const STRIKES_REACH = 0.2
/**
 * Report cycles are 15 minutes apart and one is at the close. If a chain's nearest contracts have less time left than
 * this, they have expired before the chain is first served. The last chain of a session is served until the next open,
 * so such contracts count as expired: in the last minute their gamma is at its largest, and afterwards no dealer hedges
 * it.
 */
const MINUTES_LEFT_MIN = 10

interface Book {
  exposed: readonly PositionExposure[]
  gross: number
  spot: number
}

export interface KnownRate {
  /** Continuously compounded. */
  rate: number
  source: string
}

/** Everything the service computes from an option chain. Pure: the same chain and rate give the same figures. */
export function analyseChain(chain: OptionChain, { rate, source }: KnownRate): ChainAnalysis {
  const { spot } = chain
  const today = eastern(chain.quotedAt).day
  const { slices, expired } = slicesWhenServed(chain, rate)
  const positions = slices.flatMap(positionsOf)
  const exposed = exposures(positions, spot)
  const gross = sum(exposed.map(({ calls, puts }) => calls - puts))
  const strikes = byStrike(exposed)
  const near = strikes.filter(isNear(spot))
  const beyond = strikes.filter((row) => !isNear(spot)(row))
  const expirations = slices.map((slice) => expirationOf(slice, { exposed, gross, spot }))
  const expiresToday = slices.some(({ expiration }) => expiration === today)
  const todaysExposures = exposed.filter(({ position }) => position.slice.expiration === today)
  return {
    method: GAMMA_METHOD,
    convention: GAMMA_CONVENTION,
    rate: shown(rate),
    rate_source: source,
    net_gamma_usd_per_pct: positions.length === 0 ? null : shownDollars(netOf(exposed)),
    net_vanna_usd_per_vol_point: positions.length === 0 ? null : shownDollars(sum(exposed.map(({ vanna }) => vanna))),
    ...signShown(exposed, spot),
    ...wallsOf(strikes),
    without_today: expiresToday ? withoutToday(exposed, { spot, today }) : null,
    ...zeroGammaFields(positions, spot),
    max_pain: maxPain(slices.flatMap(openInterestOf), spot),
    expected_move: shownMove(expectedMove(slices, { spot, quotedAt: chain.quotedAt })),
    zero_dte_exposure: expiresToday ? shownDollars(netOf(todaysExposures)) : null,
    zero_dte_share: expiresToday ? shareOf(todaysExposures, gross) : null,
    by_expiration: expirations,
    front: frontOf(slices, { exposed, gross, spot, today }),
    strikes: near.map(rounded),
    strikes_beyond_exposure: shownDollars(sum(beyond.map(({ exposure }) => exposure))),
    contracts: counted(chain, slices, expired),
  }
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
const netOf = (list: readonly PositionExposure[]): number => sum(list.map(({ calls, puts }) => calls + puts))
const shareOf = (list: readonly PositionExposure[], gross: number): number | null =>
  gross === 0 ? null : shown(sum(list.map(({ calls, puts }) => calls - puts)) / gross)

/** The expirations that are still alive when a cycle first serves the chain. */
function slicesWhenServed(chain: OptionChain, rate: number): { slices: Slice[]; expired: number } {
  const { slices, expired } = volatilitySlices(chain, rate)
  const [alive, ending] = [slices.filter(isAlive), slices.filter((slice) => !isAlive(slice))]
  return { slices: alive, expired: expired + sum(ending.map(contractsOf)) }
}

const isAlive = ({ minutes }: Slice): boolean => minutes >= MINUTES_LEFT_MIN
const contractsOf = ({ strikes }: Slice): number => sum(strikes.map(({ call, put }) => (call ? 1 : 0) + (put ? 1 : 0)))

function positionsOf(slice: Slice): Position[] {
  return slice.strikes.flatMap(({ strike, call, put, volatility, from }) => {
    const [calls, puts] = [call?.openInterest ?? 0, put?.openInterest ?? 0]
    if (volatility === null || from === null || calls + puts === 0) return []
    return [{ slice, strike, volatility, from, calls, puts }]
  })
}

function byStrike(exposed: readonly PositionExposure[]): StrikeGamma[] {
  const strikes = new Map<number, StrikeGamma>()
  for (const { position, calls, puts } of exposed) {
    const { strike } = position
    const row = strikes.get(strike) ?? {
      strike,
      exposure: 0,
      calls: 0,
      puts: 0,
      call_open_interest: 0,
      put_open_interest: 0,
    }
    row.exposure += calls + puts
    row.calls += calls
    row.puts += puts
    row.call_open_interest += position.calls
    row.put_open_interest += position.puts
    strikes.set(strike, row)
  }
  return [...strikes.values()].sort((a, b) => a.strike - b.strike)
}

const isNear =
  (spot: number) =>
  ({ strike }: StrikeGamma): boolean =>
    Math.abs(strike / spot - 1) <= STRIKES_REACH

function frontOf(slices: readonly Slice[], { today, ...book }: Book & { today: TradingDay }): ChainAnalysis['front'] {
  const [slice] = slices
  if (!slice) return null
  const strikes = byStrike(book.exposed.filter(({ position }) => position.slice === slice))
  return {
    expiration: expirationOf(slice, book),
    is_zero_dte: slice.expiration === today,
    ...frontWalls(strikes),
    strikes: strikes.filter(isNear(book.spot)).map(rounded),
  }
}

function frontWalls(strikes: readonly StrikeGamma[]): Pick<Walls, 'call_wall' | 'put_wall'> {
  const { call_wall, put_wall } = wallsOf(strikes)
  return { call_wall, put_wall }
}

function signShown(exposed: readonly PositionExposure[], spot: number): SignReading {
  const { sign, break_even_call_share } = signOf(exposed, spot)
  return { sign, break_even_call_share: shownOrNull(break_even_call_share) }
}

/** The exposure and the levels that remain after today's close. */
function withoutToday(
  exposed: readonly PositionExposure[],
  { spot, today }: { spot: number; today: TradingDay },
): ChainAnalysis['without_today'] {
  const later = exposed.filter(({ position }) => position.slice.expiration !== today)
  const { zero_gamma } = zeroGammaFields(
    later.map(({ position }) => position),
    spot,
  )
  return {
    ...wallsOf(byStrike(later)),
    zero_gamma,
    net_gamma_usd_per_pct: later.length === 0 ? null : shownDollars(netOf(later)),
    sign: signOf(later, spot).sign,
  }
}

function zeroGammaFields(
  positions: readonly Position[],
  spot: number,
): Pick<ChainAnalysis, 'zero_gamma' | 'zero_gamma_reason' | 'zero_gamma_crossings' | 'profile'> {
  if (positions.length === 0) {
    const zero_gamma_reason = 'no contract of the chain has both open interest and an implied volatility'
    return { zero_gamma: null, zero_gamma_reason, zero_gamma_crossings: [], profile: [] }
  }
  const { level, reason, crossings, profile } = zeroGamma(bookOf(positions, spot).exposureAt, spot)
  return {
    zero_gamma: level === null ? null : shown(level),
    zero_gamma_reason: reason,
    zero_gamma_crossings: crossings.map(shown),
    profile: profile.map((point) => ({ spot: shown(point.spot), exposure: shownDollars(point.exposure) })),
  }
}

const openInterestOf = ({ strikes }: Slice): OpenInterest[] =>
  strikes.map(({ strike, call, put }) => ({
    strike,
    calls: call?.openInterest ?? 0,
    puts: put?.openInterest ?? 0,
  }))

function expirationOf(slice: Slice, { exposed, gross, spot }: Book): ExpirationGamma {
  const own = exposed.filter(({ position }) => position.slice === slice)
  const interest = openInterestOf(slice)
  return {
    expiration: slice.expiration,
    settlement: slice.settlement,
    minutes_left: Math.ceil(slice.minutes),
    forward: shown(slice.forward.price),
    forward_from: slice.forward.from,
    exposure: shownDollars(netOf(own)),
    share: shareOf(own, gross),
    open_interest: sum(interest.map(({ calls, puts }) => calls + puts)),
    max_pain: maxPain(interest, spot),
    atm_iv: shownOrNull(atmVolatility(slice)),
    straddle: shownOrNull(straddleOf(slice)),
  }
}

const shownMove = (move: ChainAnalysis['expected_move']): ChainAnalysis['expected_move'] => ({
  ...move,
  straddle: shownOrNull(move.straddle),
  iv: shownOrNull(move.iv),
  next_session: shownOrNull(move.next_session),
  next_session_forward: shownOrNull(move.next_session_forward ?? null),
  rest_of_day: shownOrNull(move.rest_of_day),
})

const rounded = (row: StrikeGamma): StrikeGamma => ({
  ...row,
  exposure: shownDollars(row.exposure),
  calls: shownDollars(row.calls),
  puts: shownDollars(row.puts),
})

function counted(chain: OptionChain, slices: readonly Slice[], expired: number): ChainAnalysis['contracts'] {
  const count = { own: 0, vendor: 0, closed: 0, unpriced: 0 }
  for (const { strikes } of slices) {
    for (const { call, put, from } of strikes) {
      for (const contract of [call, put]) {
        if (contract === null) continue
        if (contract.openInterest === 0) count.closed++
        else if (from === null) count.unpriced++
        else count[from]++
      }
    }
  }
  return {
    listed: chain.contracts.length,
    used: count.own + count.vendor,
    own_volatility: count.own,
    vendor_volatility: count.vendor,
    skipped: [
      { reason: 'no open interest', count: count.closed },
      { reason: 'no implied volatility, neither from the quotes nor from the vendor', count: count.unpriced },
      { reason: 'expired', count: expired },
    ],
  }
}
