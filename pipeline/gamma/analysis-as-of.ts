import type { ChainAnalysis, ExpirationGamma } from '../../shared/domain/contract/gamma.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { shown } from '../maths/shown.ts'
import { moveAsOf } from './move-as-of.ts'
import { expiresAt } from './time-to-expiry.ts'

type ZeroDte = Pick<ChainAnalysis, 'zero_dte_exposure' | 'zero_dte_share'>
type Straddle = Pick<ChainAnalysis['expected_move'], 'front_expiration' | 'straddle'>

/**
 * An analysis is dated by its quotes; in a document, what expires today and which expiry is the front depend on its
 * cutoff.
 */
export function analysisAsOf(
  analysis: ChainAnalysis,
  { quotedAt, cutoff }: { quotedAt: Date; cutoff: Date },
): ChainAnalysis {
  const live = analysis.by_expiration.filter((each) => isLive(each, cutoff))
  const move = moveAsOf(analysis.expected_move, { quotedAt, cutoff })
  return {
    ...analysis,
    ...zeroDteOf(live, cutoff),
    expected_move: { ...move, ...straddleOf(live) },
    ...(analysis.front !== undefined && { front: frontAsOf(analysis, cutoff) }),
  }
}

function frontAsOf(analysis: ChainAnalysis, cutoff: Date): ChainAnalysis['front'] {
  const { front } = analysis
  if (!front || expiredFront(analysis, cutoff) !== null) return null
  return { ...front, is_zero_dte: front.expiration.expiration === eastern(cutoff).day }
}

/** Why the front expiry of an analysis is not valid at the cutoff; null while it is, or if there is none. */
export function expiredFront({ front }: Pick<ChainAnalysis, 'front'>, cutoff: Date): string | null {
  if (!front || isLive(front.expiration, cutoff)) return null
  return `the contracts of ${front.expiration.expiration} have expired, and this chain has no walls of the next expiration alone`
}

const isLive = ({ expiration, settlement }: ExpirationGamma, cutoff: Date): boolean =>
  expiresAt(tradingDay(expiration), settlement) > cutoff

function zeroDteOf(live: readonly ExpirationGamma[], cutoff: Date): ZeroDte {
  const { day } = eastern(cutoff)
  const today = live.filter(({ expiration }) => expiration === day)
  const shares = today.flatMap(({ share }) => share ?? [])
  return {
    zero_dte_exposure: today.length === 0 ? null : today.reduce((sum, { exposure }) => sum + exposure, 0),
    zero_dte_share: shares.length === 0 ? null : shown(shares.reduce((sum, share) => sum + share, 0)),
  }
}

function straddleOf(live: readonly ExpirationGamma[]): Straddle {
  const front = live.find(({ straddle }) => straddle !== null)
  return { front_expiration: front?.expiration ?? null, straddle: front?.straddle ?? null }
}
