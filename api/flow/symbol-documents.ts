import { compareFlow, estimated, type PrintDocument } from '../../pipeline/flow/index.ts'
import type { FlowFocus, FlowSymbol, FlowZdte } from '../../shared/domain/contract/flow.ts'
import type { FlowSessionRow } from '../../shared/postgres/flow/flow-sessions.ts'
import {
  headOf,
  type KnownFlow,
  premiumOf,
  premiumOfSides,
  putCallOf,
  ratioOf,
  UNKNOWN_OF_SYMBOL,
  volumeOf,
  zdteShareOf,
} from './flow-head.ts'

const NO_PRINTS = { by_side: null, opening: null, closing: null, multi_leg: null }
const NOTHING_TRADED = 'nothing traded in this session until its newest chain'
const NO_ZDTE = 'no listed contract expires on the day of this session'
const NO_SESSION_BEFORE =
  'the chain of the session before is not stored, or a split has given its contracts another root'
const NO_FOCUS = 'no contract or expiration stands out by the rules'

const SYMBOL_MEMBERS = [
  'volume',
  'premium',
  'by_type',
  'put_call_volume',
  'put_call_premium',
  'put_call_open_interest',
  'zdte_share_volume',
  'zdte_share_premium',
  'by_expiration',
  'by_strike',
]
const ZDTE_MEMBERS = [
  'volume',
  'premium',
  'share_volume',
  'share_premium',
  'put_call_volume',
  'call',
  'put',
  'by_strike',
  'unpriced',
]
const eachFor = (members: readonly string[], reason: string): Record<string, string> =>
  Object.fromEntries(members.map((member) => [member, reason]))

function compare(flow: KnownFlow | null, of: (row: FlowSessionRow) => number | null, isTotal: boolean) {
  const isComplete = flow?.row.isClosing ?? false
  return compareFlow(flow ? of(flow.row) : null, flow?.earlier.map(of) ?? [], { isTotal, isComplete })
}

const historyOf = (flow: KnownFlow | null): FlowSymbol['history'] => ({
  volume: compare(flow, volumeOf, true),
  premium: compare(flow, (row) => estimated(premiumOf(row)), true),
  put_call_volume: compare(flow, putCallOf, false),
  zdte_share_volume: compare(flow, zdteShareOf, false),
})

function reasonsOf({ session: { total, isZdteListed }, row }: KnownFlow): Record<string, string> {
  return {
    ...(volumeOf(row) === 0 ? { by_expiration: NOTHING_TRADED, by_strike: NOTHING_TRADED } : {}),
    ...(row.callVolume === 0 ? { put_call_volume: 'no call traded' } : {}),
    ...((total.call.premium ?? 0) === 0 ? { put_call_premium: 'no premium of calls is known' } : {}),
    ...(total.call.open_interest === 0 ? { put_call_open_interest: 'no call is open' } : {}),
    ...(volumeOf(row) === 0 ? { zdte_share_volume: NOTHING_TRADED } : {}),
    ...(premiumOfSides(total) === 0 ? { zdte_share_premium: 'no premium is known' } : {}),
    ...(total.call.open_interest_change === null ? { open_interest_change: NO_SESSION_BEFORE } : {}),
    ...(isZdteListed ? {} : { zdte: NO_ZDTE }),
  }
}

/** The prints of a symbol's newest session with any, and the time of the newest one. */
export interface KnownPrints {
  document: PrintDocument
  newestAt: string
}

const NO_FLAG = 'no print was flagged as closing; the vendor flags few'

export function symbolDocument(
  symbol: string,
  flow: KnownFlow | null,
  reason: string,
  known: KnownPrints | null = null,
): FlowSymbol {
  const reasons = flow ? reasonsOf(flow) : eachFor(SYMBOL_MEMBERS, reason)
  const { total } = flow?.session ?? { total: null }
  // Prints of an earlier session than the chains' session do not describe it.
  const found = known && (!flow || known.document.session >= flow.row.session) ? known : null
  const { by_side, opening, closing, multi_leg, ...prints } = found?.document ?? NO_PRINTS
  const unknown: Record<string, string> = found
    ? closing?.prints === 0
      ? { closing: NO_FLAG }
      : {}
    : UNKNOWN_OF_SYMBOL
  return {
    ...headOf(symbol, { flow, reason, reasons: { ...reasons, ...unknown }, isPrints: found !== null }),
    volume: flow && volumeOf(flow.row),
    premium: flow && estimated(premiumOfSides(flow.session.total)),
    by_type: total,
    by_side,
    opening,
    closing,
    multi_leg,
    prints: found && 'total' in prints ? { ...prints, newest_at: found.newestAt } : null,
    put_call_volume: flow && putCallOf(flow.row),
    put_call_premium: total && ratioOf(total.put.premium ?? 0, total.call.premium ?? 0),
    put_call_open_interest: total && ratioOf(total.put.open_interest ?? 0, total.call.open_interest ?? 0),
    zdte_share_volume: flow && zdteShareOf(flow.row),
    zdte_share_premium: flow && ratioOf(premiumOfSides(flow.session.zdte), premiumOfSides(flow.session.total)),
    by_expiration: flow?.session.expirations ?? [],
    by_strike: flow?.session.strikes ?? [],
    strikes_left_out: flow?.session.strikesLeftOut ?? 0,
    unpriced: flow?.session.unpriced ?? 0,
    history: historyOf(flow),
  }
}

export function focusDocument(symbol: string, flow: KnownFlow | null, reason: string): FlowFocus {
  const items = flow?.session.focus ?? []
  const reasons: Record<string, string> = flow ? (items.length === 0 ? { items: NO_FOCUS } : {}) : { items: reason }
  return { ...headOf(symbol, { flow, reason, reasons }), items, count: items.length }
}

export function zdteDocument(symbol: string, flow: KnownFlow | null, reason: string): FlowZdte {
  const listed = flow?.session.isZdteListed ? flow : null
  const why = flow ? NO_ZDTE : reason
  const sides = listed?.session.zdte ?? null
  const reasons = listed ? zdteReasons(listed) : eachFor(ZDTE_MEMBERS, why)
  return {
    ...headOf(symbol, { flow, reason, reasons }),
    volume: listed?.row.zdteVolume ?? null,
    premium: listed && estimated(premiumOfSides(listed.session.zdte)),
    share_volume: listed && zdteShareOf(listed.row),
    share_premium: listed && ratioOf(premiumOfSides(listed.session.zdte), premiumOfSides(listed.session.total)),
    put_call_volume: sides && ratioOf(sides.put.volume ?? 0, sides.call.volume ?? 0),
    call: sides?.call ?? null,
    put: sides?.put ?? null,
    by_strike: listed?.session.zdteStrikes ?? [],
    unpriced: listed?.session.zdteUnpriced ?? null,
    history: compare(listed, zdteShareOf, false),
  }
}

function zdteReasons({ session: { total, zdte, zdteUnpriced }, row }: KnownFlow): Record<string, string> {
  return {
    ...(zdteUnpriced === undefined ? { unpriced: 'an earlier version did not count them' } : {}),
    ...(volumeOf(row) === 0 ? { share_volume: NOTHING_TRADED } : {}),
    ...(premiumOfSides(total) === 0 ? { share_premium: 'no premium is known' } : {}),
    ...(zdte.call.volume === 0 ? { put_call_volume: 'no call that expires today traded' } : {}),
    ...(row.zdteVolume === 0 ? { by_strike: 'no contract that expires today traded' } : {}),
    ...(zdte.call.open_interest_change === null ? { open_interest_change: NO_SESSION_BEFORE } : {}),
  }
}
