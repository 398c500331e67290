import type { NewFlowChange } from '../../../shared/postgres/flow/flow-changes.ts'
import { eastern } from '../../../shared/time/eastern.ts'

/** Changes of one chain, a contract each. */
export function plantFlow({ at, rows }: { at: Date; rows: number }): NewFlowChange[] {
  const { day } = eastern(at)
  return Array.from({ length: rows }, (_, index) => ({
    underlying: 'SPY',
    session: day,
    expiration: day,
    strike: 500 + index,
    type: 'call',
    since: null,
    quotedAt: at,
    knownAt: at,
    volume: 10,
    sessionVolume: 20,
    openInterest: 5,
    openInterestChange: null,
    price: 1,
    premium: 1_000 + index,
    spot: 600,
  }))
}
