import type { StageHandler } from '../../shared/broker/run-stage.ts'
import type { Log } from '../../shared/log.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import type { Pool } from '../../shared/postgres/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { announceActions, applyAction } from './apply-action.ts'
import { announceDue, type FoundPrices, findPrices } from './find-due.ts'
import { findTouches, liquidate, type Touches } from './liquidate.ts'
import { settleExpiry } from './settle-expiry.ts'

/** What decides over money is asked for anew each time, and may take longer than a reader waits. */
export const SETTLEMENT_LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

export interface SettlementDeps {
  sql: Pool
  market: LiveMarket
  clock: Clock
  log: Log
}

type Handled = 'settlement.due' | 'expiry.due' | 'liquidation.due' | 'corporate-action.due'

/** What was asked of the market before the transaction. */
interface Prepared {
  prices: FoundPrices
  touches: Touches
}

/** What happens to accounts without an order. A look finds what is due; each account then has a message of its own. */
export function settlementStage(deps: SettlementDeps): StageHandler<Handled, Prepared> {
  return {
    stage: 'settlement',
    handles: ['settlement.due', 'expiry.due', 'liquidation.due', 'corporate-action.due'],
    async prepare({ type, payload }) {
      return {
        prices: type === 'settlement.due' ? await findPrices(deps) : new Map(),
        touches: type === 'liquidation.due' ? await findTouches(deps, payload) : new Map(),
      }
    },
    async handle(tx, message, { prices, touches }) {
      const { type, payload } = message
      if (type === 'settlement.due')
        return [...(await announceActions(deps, tx, payload)), ...(await announceDue(deps, tx, payload, prices))]
      if (type === 'corporate-action.due') {
        const effect = await applyAction(tx, payload)
        if (effect !== 'nothing') deps.log.info({ ...payload }, effect)
        return []
      }
      const effect =
        type === 'expiry.due' ? await settleExpiry(tx, payload) : await liquidate(deps, tx, payload, touches)
      if (effect !== 'nothing') deps.log.info({ ...payload }, effect)
      return []
    },
  }
}
