import type { GammaLevels } from '../../shared/domain/contract/signals.ts'
import { sessionsBetween } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'

type Levels = Pick<GammaLevels, 'quoted_at' | 'session' | 'expected_move' | 'net_gamma_without_today_usd_per_pct'>

/**
 * The first expiration that levels were read from. A chain of the session holds the contracts of its day, even if its
 * document is from after the close and has another front.
 */
function firstHeld(levels: Levels): TradingDay | null {
  const { session, quoted_at, expected_move, net_gamma_without_today_usd_per_pct: withoutToday } = levels
  if (withoutToday !== null && withoutToday !== undefined)
    return tradingDay(session ?? eastern(new Date(quoted_at)).day)
  const front = expected_move?.front_expiration
  return front ? tradingDay(front) : null
}

/**
 * Reports that contracts have expired between two chains. This alone moves walls and zero gamma, because their exposure
 * is gone although no quote has moved. Null where both hold the same first expiration, or where one is not known.
 */
export function expiredBetween(then: Levels, now: Levels): string | null {
  const [before, after] = [firstHeld(then), firstHeld(now)]
  if (before === null || after === null || before >= after) return null
  const hasMore = sessionsBetween(addDays(before, 1), addDays(after, -1)).length > 0
  return `the contracts of ${before}${hasMore ? ' and after' : ''} have expired since`
}
