import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Message, StageHandler } from '../../shared/broker/run-stage.ts'
import type { Log } from '../../shared/log.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { announceActions, applyAction } from './apply-action.ts'
import { announceMaintenance, findMarks, judgeMaintenance } from './call-maintenance.ts'
import { announceBorrow, type Closes, chargeBorrow, findCloses } from './charge-borrow.ts'
import { announceDue, type FoundPrices, findPrices } from './find-due.ts'
import type { Touches } from './forced-fills.ts'
import { findTouches, liquidate } from './liquidate.ts'
import { settleExpiry } from './settle-expiry.ts'

/** What decides over money is asked for anew each time, and may take longer than a reader waits. */
export const SETTLEMENT_LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

export interface SettlementDeps {
  sql: Pool
  market: LiveMarket
  clock: Clock
  log: Log
  /** A year, in hundredths of a per cent of what is short. */
  borrowRateBps: number
}

const HANDLED = [
  ...(['settlement.due', 'expiry.due', 'liquidation.due', 'maintenance.due'] as const),
  ...(['corporate-action.due', 'borrow-fee.due'] as const),
]
type Handled = (typeof HANDLED)[number]

/** What was asked of the market before the transaction. */
interface Prepared {
  prices: FoundPrices
  touches: Touches
  closes: Closes
}

/** What happens to accounts without an order. A look finds what is due; each account then has a message of its own. */
export function settlementStage(deps: SettlementDeps): StageHandler<Handled, Prepared> {
  return {
    stage: 'settlement',
    handles: [...HANDLED],
    async prepare({ type, payload }) {
      return {
        prices: type === 'settlement.due' ? await findPrices(deps) : new Map(),
        touches:
          type === 'liquidation.due'
            ? await findTouches(deps, payload)
            : type === 'maintenance.due'
              ? await findMarks(deps, payload)
              : new Map(),
        closes: type === 'borrow-fee.due' ? await findCloses(deps, payload) : new Map(),
      }
    },
    async handle(tx, message, prepared) {
      if (message.type === 'settlement.due') return await look(deps, tx, message, prepared)
      const effect = await affect(deps, tx, message, prepared)
      if (effect !== 'nothing') deps.log.info({ ...message.payload }, effect)
      return []
    },
  }
}

async function look(
  deps: SettlementDeps,
  tx: Tx,
  { payload }: Message<'settlement.due'>,
  { prices }: Prepared,
): Promise<NewMessage[]> {
  return [
    ...(await announceActions(deps, tx, payload)),
    ...(await announceDue(deps, tx, payload, prices)),
    ...(await announceMaintenance(deps, tx, payload)),
    ...(await announceBorrow(deps, tx, payload)),
  ]
}

async function affect(
  deps: SettlementDeps,
  tx: Tx,
  { type, payload }: Message<Exclude<Handled, 'settlement.due'>>,
  { touches, closes }: Prepared,
): Promise<string> {
  if (type === 'expiry.due') return await settleExpiry(tx, payload)
  if (type === 'liquidation.due') return await liquidate(deps, tx, payload, touches)
  if (type === 'maintenance.due') return await judgeMaintenance(deps, tx, payload, touches)
  if (type === 'borrow-fee.due') return await chargeBorrow(deps, tx, payload, closes)
  return await applyAction(tx, payload)
}
