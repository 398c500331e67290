import type { ContractFlow } from '../../pipeline/flow/contract-flows.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { LARGE_FLOW_EVENTS_MAX } from '../../shared/domain/contract/flow.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { countLargeFlow } from '../../shared/postgres/flow/flow-large.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

type LargeChange = ContractFlow & { price: number; premium: number }

/** Logs the large changes of a chain, largest first, until the session has as many events as it may; counts the rest. */
export async function logLargeFlow(
  tx: Tx,
  chain: OptionChain,
  { session, since, large }: { session: TradingDay; since: Date | null; large: readonly LargeChange[] },
): Promise<void> {
  if (large.length === 0) return
  const before = await countLargeFlow(tx, session, large.length)
  const allowed = Math.max(0, LARGE_FLOW_EVENTS_MAX - before)
  await appendEvents(
    tx,
    large.slice(0, allowed).map((change) => largeEvent(chain, since, change)),
  )
}

function largeEvent({ underlying, quotedAt, spot }: OptionChain, since: Date | null, change: LargeChange): NewEvent {
  const { contract, added: volume, openInterestChange, price, premium } = change
  const { expiration, strike, right: type, openInterest } = contract
  const dollars = `${(premium / 1e6).toPrecision(3)} million dollars`
  return {
    key: `flow:${underlying}:${quotedAt.toISOString()}:${expiration}:${strike}:${type}`,
    kind: 'flow',
    subject: underlying,
    severity: 'info',
    title: `${underlying} ${strike} ${type} of ${expiration}: ${volume} contracts, about ${dollars}, by the change of its chain`,
    at: quotedAt,
    data: {
      basis: 'chain_changes',
      type,
      strike,
      expiration,
      volume,
      premium,
      price: Number(price.toFixed(4)),
      spot,
      since: since && easternIso(since),
      open_interest: openInterest,
      open_interest_change: openInterestChange,
      side: null,
    },
    cycleId: null,
    origin: 'scheduled',
  }
}
