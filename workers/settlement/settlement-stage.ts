import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { StageHandler } from '../../shared/broker/run-stage.ts'
import type { Payload } from '../../shared/domain/contract/messages.ts'
import type { Log } from '../../shared/log.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import { MARKET_LIMITS } from '../../shared/market/market-limits.ts'
import type { Pool, Tx } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { adoptActions, findOpened } from './adopt-actions.ts'
import { announceActions, applyAction } from './apply-action.ts'
import { announceMaintenance, announceMaintenanceAfter, findMarks, judgeMaintenance } from './call-maintenance.ts'
import { announceBorrow, chargeBorrow, findCloses } from './charge-borrow.ts'
import { announceDue, findPrices } from './find-due.ts'
import { findTouches, liquidate } from './liquidate.ts'
import { settleExpiry } from './settle-expiry.ts'

/** Prices that move money are fetched again each time, and may take longer than a reader would wait. */
export const SETTLEMENT_LIMITS = { ...MARKET_LIMITS, realtimeKeptMs: 0, delayedKeptMs: 0, quoteDeadlineMs: 5_000 }

export interface SettlementDeps {
  sql: Pool
  market: LiveMarket
  clock: Clock
  log: Log
  /** The yearly rate in hundredths of a per cent of the value sold short. */
  borrowRateBps: number
}

type SettlementMessage =
  | 'settlement.due'
  | 'expiry.due'
  | 'liquidation.due'
  | 'maintenance.due'
  | 'corporate-action.due'
  | 'borrow-fee.due'

/** The work of a message inside its transaction: the name of what happened to the account, and messages for others. */
type Effect = (tx: Tx) => Promise<Done | NewMessage[] | string>
interface Done {
  happened: string
  messages: NewMessage[]
}

/** Reads what the message needs from the market, outside any transaction, and returns its effect. */
type Handler<T extends SettlementMessage> = (deps: SettlementDeps, payload: Payload<T>) => Effect | Promise<Effect>

/** `settlement.due` finds what is due and gives each account a message of its own; the others affect one account. */
const HANDLERS: { readonly [T in SettlementMessage]: Handler<T> } = {
  'settlement.due': async (deps, payload) => {
    const [prices, opened] = [await findPrices(deps), await findOpened(deps)]
    return async (tx) => {
      await adoptActions(deps, tx, opened)
      return [
        ...(await announceActions(deps, tx, payload)),
        ...(await announceDue(deps, tx, payload, prices)),
        ...(await announceMaintenance(deps, tx, payload)),
        ...(await announceBorrow(deps, tx, payload)),
      ]
    }
  },
  'expiry.due': (deps, payload) => async (tx) => {
    const happened = await settleExpiry(tx, payload)
    return { happened, messages: happened === 'settled' ? await announceMaintenanceAfter(deps, tx, payload) : [] }
  },
  'liquidation.due': async (deps, payload) => {
    const touches = await findTouches(deps, payload)
    return (tx) => liquidate(deps, tx, payload, touches)
  },
  'maintenance.due': async (deps, payload) => {
    const touches = await findMarks(deps, payload)
    return (tx) => judgeMaintenance(deps, tx, payload, touches)
  },
  'corporate-action.due': (_deps, payload) => (tx) => applyAction(tx, payload),
  'borrow-fee.due': async (deps, payload) => {
    const closes = await findCloses(deps, payload)
    return (tx) => chargeBorrow(deps, tx, payload, closes)
  },
}

const HANDLED = Object.keys(HANDLERS) as SettlementMessage[]

const prepare = <T extends SettlementMessage>(deps: SettlementDeps, type: T, payload: Payload<T>) =>
  HANDLERS[type](deps, payload)

/** The stage of everything that happens to accounts without an order: expiries, dividends, splits, fees, calls. */
export function settlementStage(deps: SettlementDeps): StageHandler<SettlementMessage, Effect> {
  return {
    stage: 'settlement',
    movesMoney: true,
    handles: HANDLED,
    prepare: async ({ type, payload }) => await prepare(deps, type, payload),
    async handle(tx, { payload }, effect) {
      const result = await effect(tx)
      if (Array.isArray(result)) return result
      const { happened, messages } = typeof result === 'string' ? { happened: result, messages: [] } : result
      if (happened !== 'nothing') deps.log.info({ ...payload }, happened)
      return messages
    },
  }
}
