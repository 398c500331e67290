import type { GammaSign } from '../../shared/domain/contract/gamma.ts'
import type { PositionExposure } from './exposure.ts'

/** Put exposure over call exposure: below the first the sign is positive, from the second on it is negative. */
const POSITIVE_MAX = 0.7
const NEGATIVE_MIN = 1.4

export interface SignReading {
  sign: GammaSign | null
  break_even_call_share: number | null
}

/**
 * Returns how far the sign of the net exposure can be trusted, since the holders of the contracts are not published.
 * The break-even is the share of the calls that dealers must hold for the sign to flip. Out-of-the-money contracts,
 * which most clearly come from customers buying, must show the same sign by themselves.
 */
export function signOf(exposed: readonly PositionExposure[], spot: number): SignReading {
  let [calls, puts, outside] = [0, 0, 0]
  for (const { position, calls: ofCalls, puts: ofPuts } of exposed) {
    calls += ofCalls
    puts -= ofPuts
    outside += position.strike >= spot ? ofCalls : ofPuts
  }
  if (calls + puts === 0) return { sign: null, break_even_call_share: null }
  if (calls === 0) return { sign: outside < 0 ? 'negative' : 'uncertain', break_even_call_share: null }
  const share = puts / calls
  if (share <= POSITIVE_MAX && outside > 0) return { sign: 'positive', break_even_call_share: share }
  if (share >= NEGATIVE_MIN && outside < 0) return { sign: 'negative', break_even_call_share: share }
  return { sign: 'uncertain', break_even_call_share: share }
}
