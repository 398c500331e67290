import type { ExpectedMove } from '../../shared/domain/contract/gamma.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { quotedMid } from './quoted-mid.ts'
import type { Slice } from './volatility-slices.ts'

const SESSIONS_A_YEAR = 252

/** The mids of call and put at the strike nearest to the forward where both are quoted. */
export function straddleOf({ strikes, forward }: Slice): number | null {
  const quoted = strikes.flatMap(({ strike, call, put }) => {
    const [callMid, putMid] = [call && quotedMid(call), put && quotedMid(put)]
    return callMid === null || putMid === null ? [] : [{ strike, price: callMid + putMid }]
  })
  return nearest(quoted, forward.price)?.price ?? null
}

export function atmVolatility({ strikes, forward }: Slice): number | null {
  const solved = strikes.flatMap(({ strike, volatility }) => (volatility === null ? [] : [{ strike, volatility }]))
  return nearest(solved, forward.price)?.volatility ?? null
}

const nearest = <T extends { strike: number }>(list: readonly T[], price: number): T | null =>
  list.reduce<T | null>(
    (best, each) => (best === null || Math.abs(each.strike - price) < Math.abs(best.strike - price) ? each : best),
    null,
  )

/**
 * The straddle is that of the front expiration, which may have an hour left. The session's deviation comes from the
 * first expiration after today, because a contract that expires today has the volatility of its last hours.
 */
export function expectedMove(
  slices: readonly Slice[],
  { spot, today }: { spot: number; today: TradingDay },
): ExpectedMove {
  const straddles = slices.map((slice) => ({ slice, price: straddleOf(slice) }))
  const front = straddles.find(({ price }) => price !== null)
  const volatilities = slices
    .filter(({ expiration }) => expiration > today)
    .map((slice) => ({ slice, volatility: atmVolatility(slice) }))
  const next = volatilities.find(({ volatility }) => volatility !== null)
  const iv = next?.volatility ?? null
  return {
    front_expiration: front?.slice.expiration ?? null,
    straddle: front?.price ?? null,
    iv,
    iv_expiration: next?.slice.expiration ?? null,
    one_session: iv === null ? null : spot * iv * Math.sqrt(1 / SESSIONS_A_YEAR),
  }
}
