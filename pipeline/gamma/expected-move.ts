import type { ExpectedMove } from '../../shared/domain/contract/gamma.ts'
import { nextSession, previousSession, type Session, sessionOn, sessionOnOrAfter } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { quotedMid } from './quoted-mid.ts'
import { OVERNIGHT_SHARE, sessionsPassed } from './session-time.ts'
import { expiresAt } from './time-to-expiry.ts'
import type { Slice } from './volatility-slices.ts'

/** The mids of call and put at the strike nearest to the forward where both are quoted. */
export function straddleOf({ strikes, forward }: Slice): number | null {
  const quoted = strikes.flatMap(({ strike, call, put }) => {
    const [callMid, putMid] = [call && quotedMid(call), put && quotedMid(put)]
    return callMid === null || putMid === null ? [] : [{ strike, price: callMid + putMid }]
  })
  return nearest(quoted, forward.price)?.price ?? null
}

/** The volatility at the forward, on the line between the strikes around it. */
export function atmVolatility({ strikes, forward }: Slice): number | null {
  const solved = strikes.flatMap(({ strike, volatility }) => (volatility === null ? [] : [{ strike, volatility }]))
  const below = solved.findLast(({ strike }) => strike <= forward.price)
  const above = solved.find(({ strike }) => strike >= forward.price)
  if (!below || !above || below === above) return (below ?? above)?.volatility ?? null
  const share = (forward.price - below.strike) / (above.strike - below.strike)
  return below.volatility + share * (above.volatility - below.volatility)
}

const nearest = <T extends { strike: number }>(list: readonly T[], price: number): T | null =>
  list.reduce<T | null>(
    (best, each) => (best === null || Math.abs(each.strike - price) < Math.abs(best.strike - price) ? each : best),
    null,
  )

/** An expiration with a volatility at the money. */
interface Expiry {
  slice: Slice
  at: Date
  iv: number
  /** Variance of the log price until it settles; it does not depend on how time is counted. */
  variance: number
}

/** Spans of time whose moves are wanted; `rest` is null while the market is closed. */
interface Spans {
  rest: { until: Date; sessions: number } | null
  next: Session
}

/**
 * The straddle is that of the front expiration. The next session's move is the variance until the expiry at its close
 * less what today's expiry still holds; without such an expiry the variance until the first later one is divided by the
 * sessions it covers. Calendar time never enters, so a Friday and a Thursday with the same price of risk give the same
 * move.
 */
export function expectedMove(
  slices: readonly Slice[],
  { spot, quotedAt }: { spot: number; quotedAt: Date },
): ExpectedMove {
  const straddles = slices.map((slice) => ({ slice, price: straddleOf(slice) }))
  const front = straddles.find(({ price }) => price !== null)
  const expiries = slices.flatMap(expiryOf)
  const spans = spansAt(quotedAt)
  const today = expiries.find(({ at }) => at.getTime() === spans.rest?.until.getTime()) ?? null
  const later = expiries.filter(({ at }) => spans.rest === null || at > spans.rest.until)
  const chosen = later.find(({ at }) => at.getTime() === spans.next.close.getTime()) ?? later[0] ?? null
  const move = (variance: number | null): number | null =>
    variance === null ? null : spot * Math.sqrt(Math.max(0, variance))
  return {
    front_expiration: front?.slice.expiration ?? null,
    straddle: front?.price ?? null,
    iv: chosen?.iv ?? null,
    iv_expiration: chosen?.slice.expiration ?? null,
    next_session: move(chosen && nextVariance(chosen, { today, spans, quotedAt })),
    next_session_day: spans.next.day,
    next_session_forward: chosen && forwardAt(spans.next.close, chosen),
    rest_of_day: move(restVariance(spans, { today, chosen, quotedAt })),
    basis: chosen === null ? null : chosen.at.getTime() === spans.next.close.getTime() ? 'expiry' : 'scaled',
    overnight_share: OVERNIGHT_SHARE,
  }
}

function expiryOf(slice: Slice): Expiry[] {
  const iv = atmVolatility(slice)
  if (iv === null) return []
  return [{ slice, at: expiresAt(slice.expiration, slice.settlement), iv, variance: iv * iv * slice.years }]
}

/**
 * The forward of the expiry at the next close. An assumed forward, or that of a later expiry, would not be valid for
 * that close.
 */
const forwardAt = (close: Date, { slice: { forward }, at }: Expiry): number | null =>
  at.getTime() === close.getTime() && forward.from === 'parity' ? forward.price : null

/** Before the open, the session of the day is the next one. */
function spansAt(quotedAt: Date): Spans {
  const { day } = eastern(quotedAt)
  const session = sessionOn(day)
  if (!session || quotedAt < session.open) return { rest: null, next: sessionOnOrAfter(day) }
  if (quotedAt >= session.close) return { rest: null, next: nextSession(day) }
  const sessions = sessionsPassed(quotedAt, session.close)
  return { rest: { until: session.close, sessions }, next: nextSession(day) }
}

interface Known {
  today: Expiry | null
  spans: Spans
  quotedAt: Date
}

function nextVariance(chosen: Expiry, { today, spans, quotedAt }: Known): number {
  const from = today && spans.rest ? spans.rest.until : quotedAt
  const variance = chosen.variance - (today?.variance ?? 0)
  const isNextClose = chosen.at.getTime() === spans.next.close.getTime()
  // Once today's share is taken out, the rest until the next close is that session.
  if (isNextClose && (today || !spans.rest)) return variance
  const next = sessionsPassed(previousSession(spans.next.day).close, spans.next.close)
  return (next * variance) / sessionsPassed(from, chosen.at)
}

function restVariance({ rest }: Spans, { today, chosen, quotedAt }: Omit<Known, 'spans'> & { chosen: Expiry | null }) {
  if (!rest) return null
  if (today) return today.variance
  return chosen && (chosen.variance * rest.sessions) / sessionsPassed(quotedAt, chosen.at)
}
