import { mainSide, opens, premiumBySide } from '../../pipeline/flow/classify-print.ts'
import type { NewEvent } from '../../shared/domain/contract/event.ts'
import { LARGE_FLOW_EVENTS_MAX, LARGE_FLOW_PREMIUM } from '../../shared/domain/contract/flow.ts'
import type { OptionPrint } from '../../shared/domain/market/option-print.ts'
import { ETFS } from '../../shared/domain/market/tradeable.ts'
import { tickersOf } from '../../shared/postgres/company/companies.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { countLargeFlow } from '../../shared/postgres/flow/flow-large.ts'
import { type NewFlowPrint, saveFlowPrints } from '../../shared/postgres/flow/flow-prints.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'
import { isSession } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'

/** Names of options have no mark for class shares. */
const rootOf = (symbol: string): string => symbol.replace('.', '')

/** Stores the prints of symbols that can be held here, and logs the large ones; returns how many were new. */
export async function storePrints(tx: Tx, prints: readonly OptionPrint[], at: Date): Promise<number> {
  if (prints.length === 0) return 0
  const known = new Map([...(await tickersOf(tx, 'all')), ...ETFS.keys()].map((symbol) => [rootOf(symbol), symbol]))
  const rows = prints.flatMap((print) => {
    const underlying = known.get(print.underlying)
    const { day } = eastern(print.executedAt)
    return underlying && isSession(day) && print.executedAt <= at ? [rowOf({ ...print, underlying }, at)] : []
  })
  const stored = await saveFlowPrints(tx, rows)
  const large = rows.filter(({ printId, premium }) => stored.has(printId) && premium >= LARGE_FLOW_PREMIUM)
  for (const [session, found] of Map.groupBy(large, (row) => row.session)) {
    const before = await countLargeFlow(tx, session, found.length)
    const largestFirst = found.toSorted((a, b) => b.premium - a.premium || (a.printId < b.printId ? -1 : 1))
    await appendEvents(tx, largestFirst.slice(0, Math.max(0, LARGE_FLOW_EVENTS_MAX - before)).map(largePrint))
  }
  return stored.size
}

function rowOf(print: OptionPrint, knownAt: Date): NewFlowPrint {
  const bySide = premiumBySide(print)
  return {
    printId: print.id,
    underlying: print.underlying,
    session: eastern(print.executedAt).day,
    expiration: print.expiration,
    strike: print.strike,
    type: print.right,
    executedAt: print.executedAt,
    knownAt,
    volume: print.size,
    sessionVolume: print.sessionVolume,
    openInterest: print.openInterest,
    price: print.price,
    premium: print.premium,
    spot: print.spot,
    side: mainSide(bySide),
    opens: opens(print),
    isMultiLeg: print.isMultiLeg,
    atAsk: bySide.ask,
    atBid: bySide.bid,
    atMid: bySide.mid,
  }
}

const SIDE_WORDS = { ask: 'at the ask', bid: 'at the bid', mid: 'in the middle', unknown: 'side unknown' } as const

function largePrint(print: NewFlowPrint): NewEvent {
  const { underlying, strike, type, expiration, volume, premium, side } = print
  const dollars = `${(premium / 1e6).toPrecision(3)} million dollars`
  return {
    key: `flow:print:${print.printId}`,
    kind: 'flow',
    subject: underlying,
    severity: 'info',
    title: `${underlying} ${strike} ${type} of ${expiration}: ${volume} contracts, ${dollars}, ${SIDE_WORDS[side]}`,
    at: print.executedAt,
    data: {
      basis: 'prints',
      type,
      strike,
      expiration,
      volume,
      premium,
      price: print.price,
      spot: print.spot,
      since: null,
      open_interest: print.openInterest,
      open_interest_change: null,
      side,
      opens: print.opens,
      is_multi_leg: print.isMultiLeg,
    },
    cycleId: null,
    origin: 'scheduled',
  }
}
