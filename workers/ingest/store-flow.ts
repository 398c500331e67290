import { bookAfterSplit, bookOf, type FlowBook, readBook, writeBook } from '../../pipeline/flow/book.ts'
import { contractFlows, largestChanges } from '../../pipeline/flow/contract-flows.ts'
import { flowSession } from '../../pipeline/flow/flow-session.ts'
import { type FlowSession, LARGE_FLOW_PREMIUM } from '../../shared/domain/contract/flow.ts'
import type { OptionChain } from '../../shared/domain/market/option-chain.ts'
import { saveFlowChanges } from '../../shared/postgres/flow/flow-changes.ts'
import { type FlowTotals, flowBooks, saveFlowSession } from '../../shared/postgres/flow/flow-sessions.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { splitsKnown } from '../../shared/postgres/trading/corporate-actions.ts'
import { previousSession, sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { logLargeFlow } from './flow-events.ts'
import type { Fetched } from './store-wide.ts'

/** A chain quoted this shortly before the close, or later, is the closing one. */
const CLOSING_CHAIN_WITHIN_MS = 5 * 60_000
const PREMIUM_MIN = 10_000
const CHANGES_MAX = 100
/** A year of past sessions would fill the tape, which is about now. */
const PAST_CHANGES_MAX = 10

/**
 * Stores the flow of a session that a chain shows; a chain from outside a session shows none. Where prints are fetched,
 * only prints are events.
 */
export async function storeFlow(
  tx: Tx,
  chain: OptionChain,
  { at, source, origin, logsLarge }: Pick<Fetched, 'at' | 'source' | 'origin'> & { logsLarge: boolean },
): Promise<void> {
  const { underlying, quotedAt } = chain
  const { day } = eastern(quotedAt)
  const session = sessionOn(day)
  if (session === null || quotedAt < session.open) return
  const books = await flowBooks(tx, underlying, day)
  const same = books.find((book) => book.session === day) ?? null
  if (same && same.quotedAt >= quotedAt) return
  const before = books.find((book) => book.session === previousSession(day).day) ?? null
  const earlier = {
    sameSession: same && readBook(same.book),
    chainsBefore: same?.chains ?? 0,
    sessionBefore: before && (await inContractsOf(tx, readBook(before.book), { underlying, day, knownBy: at })),
  }
  const document = flowSession(chain, day, earlier)
  const isNew = await saveFlowSession(tx, {
    ...totalsOf(document),
    underlying,
    session: day,
    quotedAt,
    knownAt: at,
    isClosing: quotedAt.getTime() >= session.close.getTime() - CLOSING_CHAIN_WITHIN_MS,
    document: JSON.stringify(document),
    book: writeBook(bookOf(chain, earlier.sameSession)),
    source,
    origin,
  })
  if (!isNew) return
  const most = origin === 'scheduled' ? CHANGES_MAX : PAST_CHANGES_MAX
  const flows = contractFlows(chain, earlier)
  const changes = largestChanges(flows, { most, premiumMin: PREMIUM_MIN })
  await saveFlowChanges(
    tx,
    changes.map(({ contract, added, openInterestChange, price, premium }) => ({
      underlying,
      session: day,
      expiration: contract.expiration,
      strike: contract.strike,
      type: contract.right,
      since: same?.quotedAt ?? null,
      quotedAt,
      knownAt: at,
      volume: added,
      sessionVolume: contract.volume,
      openInterest: contract.openInterest,
      openInterestChange,
      price,
      premium,
      spot: chain.spot,
    })),
  )
  if (!logsLarge) return
  const large = largestChanges(flows, { most: flows.length, premiumMin: LARGE_FLOW_PREMIUM })
  await logLargeFlow(tx, chain, { session: day, since: same?.quotedAt ?? null, large })
}

/** Premiums here are those of the newest chain alone, so that sessions compare whose earlier chains are not known. */
const totalsOf = ({ total, zdte, premiumAtChain }: FlowSession): FlowTotals => ({
  callVolume: total.call.volume ?? 0,
  putVolume: total.put.volume ?? 0,
  callPremium: premiumAtChain?.call ?? 0,
  putPremium: premiumAtChain?.put ?? 0,
  zdteVolume: (zdte.call.volume ?? 0) + (zdte.put.volume ?? 0),
  zdtePremium: premiumAtChain?.zdte ?? 0,
})

/** The book of the session before in the contracts of a day; null where a split has given them another root. */
async function inContractsOf(
  tx: Tx,
  book: FlowBook,
  { underlying, day, knownBy }: { underlying: string; day: TradingDay; knownBy: Date },
): Promise<FlowBook | null> {
  const splits = await splitsKnown(tx, { symbols: [underlying], upTo: day, knownBy })
  const today = splits.get(underlying)?.filter(({ exDate }) => exDate > previousSession(day).day) ?? []
  return today.reduce<FlowBook | null>((found, { ratio }) => found && bookAfterSplit(found, ratio), book)
}
