import { FLOW_CHANGES_KEPT_DAYS, FLOW_RULES, FlowSession } from '../../shared/domain/contract/flow.ts'
import { type KnownSplit, sharesSince } from '../../shared/domain/market/known-split.ts'
import type { FlowSessionRow } from '../../shared/postgres/flow/flow-sessions.ts'
import { easternIso } from '../../shared/time/eastern.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'

/** The instant from which rows of the tape are stored; some older ones may still exist. */
export const keptSince = (now: Date): Date => new Date(now.getTime() - FLOW_CHANGES_KEPT_DAYS * DAY_MS)

export const basisOf = (isPrints: boolean) => (isPrints ? ('prints' as const) : ('chain_changes' as const))
export const noteOf = (isPrints: boolean): string => (isPrints ? PRINTS_NOTE : CHAINS_NOTE)

const PRINTS_NOTE =
  'prints are single trades from ten thousand dollars, as a vendor reports them: the side that initiated is the side ' +
  'of the middle of the quote of its time. Volume, premium and open interest of the whole session, and what is by ' +
  'type, expiration and strike outside the member prints, are those of stored chains, whose premium is an estimate to three digits.'
const CHAINS_NOTE =
  'volume and open interest of stored chains, used because no print is known. Premium is an estimate: ' +
  'volume times the middle of bid and ask at the chain that showed it, to three digits.'

const ONLY_PRINTS = 'only prints of trades could tell, and none is known of this session'
/** Rows made from chains leave these members null. */
export const UNKNOWN_OF_CHANGE = { side: ONLY_PRINTS, opens: ONLY_PRINTS, is_multi_leg: ONLY_PRINTS }
export const UNKNOWN_OF_SYMBOL = {
  by_side: ONLY_PRINTS,
  opening: ONLY_PRINTS,
  closing: ONLY_PRINTS,
  multi_leg: ONLY_PRINTS,
  prints: ONLY_PRINTS,
}
const NOT_FLAGGED = 'null where neither the vendor’s flag nor the open interest tells'
export const UNKNOWN_OF_PRINT = { opens: NOT_FLAGGED, is_multi_leg: 'null where the vendor does not flag it' }

export const NO_CHAIN =
  'no option chain of this symbol is stored: chains are fetched for SPY in every cycle and for pinned companies each evening'

/** The newest session of a symbol, and the complete ones before it. */
export interface KnownFlow {
  row: FlowSessionRow
  session: FlowSession
  earlier: readonly FlowSessionRow[]
}

/** Sessions before a split traded in old contracts; their volumes are compared in those of the newest session. */
export function knownFlow(rows: readonly FlowSessionRow[], splits: readonly KnownSplit[]): KnownFlow | null {
  const [row, ...others] = rows
  if (!row || row.document === null) return null
  const session = FlowSession.parse(JSON.parse(row.document))
  const through = splits.filter(({ exDate }) => exDate <= row.session)
  const complete = others.filter(({ isClosing }) => isClosing)
  return { row, session, earlier: complete.map((each) => inContracts(each, sharesSince(through, each.session))) }
}

const inContracts = (row: FlowSessionRow, contracts: number): FlowSessionRow => ({
  ...row,
  callVolume: contracts * row.callVolume,
  putVolume: contracts * row.putVolume,
  zdteVolume: contracts * row.zdteVolume,
})

/** `reason` states why there is no flow; it counts only without one. */
export const headOf = (
  symbol: string,
  {
    flow,
    reason,
    reasons,
    isPrints = false,
  }: { flow: KnownFlow | null; reason: string; reasons: Readonly<Record<string, string>>; isPrints?: boolean },
) => ({
  symbol,
  session: flow?.row.session ?? null,
  quoted_at: flow ? easternIso(flow.row.quotedAt) : null,
  known_at: flow ? easternIso(flow.row.knownAt) : null,
  is_closing: flow?.row.isClosing ?? null,
  basis: basisOf(isPrints),
  basis_note: noteOf(isPrints),
  premium_basis: flow && ((flow.session.chains ?? 1) > 1 ? ('chain_increments' as const) : ('one_chain' as const)),
  premium_chains: flow && (flow.session.chains ?? 1),
  rule_version: FLOW_RULES,
  spot: flow?.session.spot ?? null,
  reason: flow ? null : reason,
  reasons,
})

/** A ratio; null where nothing is below the line. */
export const ratioOf = (above: number, below: number): number | null =>
  below > 0 ? Number((above / below).toPrecision(4)) : null

export const volumeOf = ({ callVolume, putVolume }: FlowSessionRow): number => callVolume + putVolume
export const premiumOf = ({ callPremium, putPremium }: FlowSessionRow): number => callPremium + putPremium
/** The premium of two sides of a session's document; a side without one adds nothing. */
export const premiumOfSides = ({ call, put }: FlowSession['total']): number => (call.premium ?? 0) + (put.premium ?? 0)
export const zdteShareOf = (row: FlowSessionRow): number | null => ratioOf(row.zdteVolume, volumeOf(row))
export const putCallOf = (row: FlowSessionRow): number | null => ratioOf(row.putVolume, row.callVolume)
