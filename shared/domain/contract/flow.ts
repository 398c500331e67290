import { z } from 'zod'
import { PRINT_SIDES } from '../market/option-print.ts'
import { FlowAmount, FlowPrints, FlowSides } from './flow-prints.ts'

export const FLOW_RULES = '2026.11-6'
/** A change of this premium becomes an event, until the session has so many. */
export const LARGE_FLOW_PREMIUM = 1_000_000
export const LARGE_FLOW_EVENTS_MAX = 200
/** Rows of the tape are deleted after this. */
export const FLOW_CHANGES_KEPT_DAYS = 30

/** The basis of the figures: prints of single trades, or what changed from one stored chain to the next. */
export const FLOW_BASES = ['prints', 'chain_changes'] as const

/** The basis of a session's premium. */
export const PREMIUM_BASES = ['chain_increments', 'one_chain'] as const

const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)
const dollars = (words: string) => z.number().nullable().describe(`${words}, dollars; null with a reason`)
const figure = (words: string) => z.number().nullable().describe(`${words}; null with a reason`)
const share = (words: string) => z.number().nullable().describe(`${words}, a fraction; null with a reason`)

export const FlowSide = z
  .object({
    volume: figure('contracts traded'),
    premium: z
      .number()
      .nullable()
      .describe(
        'contracts traded times the middle of bid and ask times 100, dollars, by premium_basis; null if none that ' +
          'traded has a bid and ask',
      ),
    open_interest: figure('open contracts as of the morning'),
    open_interest_change: figure('change of open contracts since the session before'),
  })
  .meta({ id: 'FlowSide', description: 'What calls or puts traded' })
export type FlowSide = z.infer<typeof FlowSide>

const pair = { call: FlowSide.describe('its calls'), put: FlowSide.describe('its puts') }

export const FlowStrike = z
  .object({ strike: z.number().describe('in dollars'), ...pair })
  .meta({ id: 'FlowStrike', description: 'What the contracts of a strike traded' })
export type FlowStrike = z.infer<typeof FlowStrike>

export const FlowExpiration = z
  .object({ expiration: z.iso.date().describe('last day of the contracts'), ...pair })
  .meta({ id: 'FlowExpiration', description: 'What the contracts of an expiration traded' })
export type FlowExpiration = z.infer<typeof FlowExpiration>

const FLOW_RULE_IDS = [
  'volume_over_open_interest',
  'share_of_premium',
  'open_interest_growth',
  'expiration_share',
] as const

export const FlowFocusItem = z
  .object({
    kind: z.enum(['contract', 'expiration']).describe('a contract, or all contracts of an expiration'),
    expiration: z.iso.date().describe('last day of the contracts'),
    strike: z.number().nullable().describe('in dollars; null for an expiration'),
    type: z.enum(['call', 'put']).nullable().describe('the right; null for an expiration'),
    volume: z.number().describe('contracts traded'),
    premium: dollars('estimated premium'),
    rule: z.enum(FLOW_RULE_IDS).describe('the rule that chose it'),
    reason: z.string().describe('why it matters now, with its figures'),
  })
  .meta({ id: 'FlowFocusItem', description: 'A contract or an expiration that matters now' })
export type FlowFocusItem = z.infer<typeof FlowFocusItem>

/** The stage stores this of a session. */
export const FlowSession = z.object({
  spot: z.number(),
  /** Chains of the session up to this one; absent in sessions of earlier versions, as is the next member. */
  chains: z.int().optional(),
  /** The premium of the whole volume at the middle of the newest chain alone. */
  premiumAtChain: z.object({ call: z.number(), put: z.number(), zdte: z.number() }).optional(),
  total: z.object({ call: FlowSide, put: FlowSide }),
  zdte: z.object({ call: FlowSide, put: FlowSide }),
  isZdteListed: z.boolean(),
  expirations: z.array(FlowExpiration),
  strikes: z.array(FlowStrike),
  strikesLeftOut: z.int(),
  zdteStrikes: z.array(FlowStrike),
  /** Absent in sessions of earlier versions. */
  zdteUnpriced: z.int().optional(),
  unpriced: z.int(),
  focus: z.array(FlowFocusItem),
})
export type FlowSession = z.infer<typeof FlowSession>

export const FlowComparison = z
  .object({
    value: figure('the value of this session'),
    median: figure('the median of its own earlier sessions'),
    percentile: share('share of its own earlier sessions with a lower value'),
    n: z.int().describe('own earlier sessions that were compared'),
    need: z.int().describe('sessions that the percentile needs'),
    reason: z.string().nullable().describe('why the percentile is null; null otherwise'),
  })
  .meta({ id: 'FlowComparison', description: 'A figure against its own history' })
export type FlowComparison = z.infer<typeof FlowComparison>

const head = {
  symbol: z.string().describe('our spelling of the symbol; class shares with a dot'),
  session: z.iso.date().nullable().describe('session of the newest chain; null without one'),
  quoted_at: instant('time of that chain').nullable(),
  known_at: instant('when it was fetched').nullable(),
  is_closing: z.boolean().nullable().describe('true: the chain is the closing one, so the session is complete'),
  basis: z
    .enum(FLOW_BASES)
    .describe(
      'prints: single trades of a vendor are known of this session; chain_changes: none are, and stored chains stand in',
    ),
  basis_note: z.string().describe('what this basis can and cannot say'),
  premium_basis: z
    .enum(PREMIUM_BASES)
    .nullable()
    .describe(
      'chain_increments: what traded until each chain of the session counts at the middle of that chain; one_chain: ' +
        'only the newest chain is known, and the whole volume counts at its middle, which at the close is near nothing ' +
        'for contracts of the same day; null without a chain',
    ),
  premium_chains: z.int().nullable().describe('chains of the session that its premium rests on; null without a chain'),
  rule_version: z.string().describe('version of the rules of flow'),
  spot: dollars('price of the underlying with the chain'),
  reason: z.string().nullable().describe('why there is no flow of this symbol; null otherwise'),
  reasons: z.record(z.string(), z.string()).describe('by member: why it is null or empty'),
}

export const FlowSymbol = z
  .object({
    ...head,
    volume: figure('contracts traded'),
    premium: dollars('estimated premium of all contracts'),
    by_type: z
      .object({ call: FlowSide.describe('all calls'), put: FlowSide.describe('all puts') })
      .nullable()
      .describe('calls and puts'),
    by_side: FlowSides.nullable().describe('premium of prints by the side that initiated; null with a reason'),
    opening: FlowAmount.nullable().describe(
      'prints that opened positions: larger than the open interest, or flagged by the vendor; null with a reason',
    ),
    closing: FlowAmount.nullable().describe('prints that the vendor flags as closing; null with a reason'),
    multi_leg: FlowAmount.nullable().describe('prints that were legs of one order; null with a reason'),
    prints: FlowPrints.nullable().describe('the rest of what prints say; null with a reason'),
    put_call_volume: figure('puts traded over calls traded'),
    put_call_premium: figure('premium of puts over premium of calls'),
    put_call_open_interest: figure('open puts over open calls'),
    zdte_share_volume: share('share of the volume that expires the same day'),
    zdte_share_premium: share('share of the premium that expires the same day'),
    by_expiration: z.array(FlowExpiration).describe('nearest first; only those with volume'),
    by_strike: z.array(FlowStrike).describe('ascending; the strikes with the largest premium'),
    strikes_left_out: z.int().describe('strikes with volume that are not in by_strike'),
    unpriced: z.int().describe('contracts with volume but without a bid and ask at any chain, which have no premium'),
    history: z
      .object({
        volume: FlowComparison.describe('contracts traded'),
        premium: FlowComparison.describe(
          'the whole volume at the middle of the newest chain, of this and of each earlier session, because of most ' +
            'earlier ones only the closing chain is known; not the member premium where premium_basis is chain_increments',
        ),
        put_call_volume: FlowComparison.describe('puts over calls'),
        zdte_share_volume: FlowComparison.describe('share of the same day'),
      })
      .describe('against its own earlier sessions'),
  })
  .meta({ id: 'FlowOfSymbol', description: 'What the options of a symbol traded' })
export type FlowSymbol = z.infer<typeof FlowSymbol>

export const FlowFocus = z
  .object({
    ...head,
    items: z.array(FlowFocusItem).describe('at most eight, largest premium first within each rule'),
    count: z.int().describe('number of items'),
  })
  .meta({ id: 'FlowFocus', description: 'The few contracts and expirations that matter now' })
export type FlowFocus = z.infer<typeof FlowFocus>

export const FlowZdte = z
  .object({
    ...head,
    volume: figure('contracts traded that expire the same day'),
    premium: dollars('their estimated premium'),
    share_volume: share('their share of the volume'),
    share_premium: share('their share of the premium'),
    put_call_volume: figure('puts over calls among them'),
    call: FlowSide.nullable().describe('their calls; null with a reason'),
    put: FlowSide.nullable().describe('their puts; null with a reason'),
    by_strike: z.array(FlowStrike).describe('ascending; the strikes with the largest premium'),
    unpriced: figure('contracts with volume but without a bid and ask at any chain, which have no premium'),
    history: FlowComparison.describe('share_volume against its own earlier sessions'),
  })
  .meta({ id: 'FlowZeroDays', description: 'Options that expire on the day they trade' })
export type FlowZdte = z.infer<typeof FlowZdte>

export const FlowChange = z
  .object({
    id: z.int().describe('number of the row'),
    symbol: z.string().describe('the underlying'),
    session: z.iso.date().describe('session of the chain'),
    basis: z.enum(FLOW_BASES).describe('prints: a single trade; chain_changes: what changed from chain to chain'),
    at: instant('time of the trade, or of the chain that showed the volume'),
    since: instant('time of the chain before it in this session')
      .nullable()
      .describe('null: since the open, or a print'),
    known_at: instant('when the chain or the print was fetched'),
    type: z.enum(['call', 'put']).describe('the right'),
    strike: z.number().describe('in dollars'),
    expiration: z.iso.date().describe('last day of the contract'),
    days_to_expiration: z.int().describe('calendar days; 0: it expires on the day of the session'),
    volume: z.number().describe('contracts of the print, or traded between the two chains'),
    session_volume: z.number().nullable().describe('contracts traded in the session until then; null: not stated'),
    open_interest: z.number().nullable().describe('open contracts as of the morning; null: not stated'),
    open_interest_change: figure('change of open contracts since the session before; null where that one is unknown'),
    price: z.number().describe('per share: of the print, or the middle of bid and ask at the chain'),
    premium: z.number().describe('volume times price times 100, dollars; of a chain to three digits'),
    spot: z.number().nullable().describe('price of the underlying with it; null: not stated'),
    side: z
      .enum(PRINT_SIDES)
      .nullable()
      .describe('side of most of its premium: ask, a buyer initiated; bid, a seller; null for a change of a chain'),
    opens: z.boolean().nullable().describe('true: it opened a position; false: it closed one; null: not known'),
    is_multi_leg: z.boolean().nullable().describe('true: one leg of a multi-leg order; null: not known'),
  })
  .meta({ id: 'FlowChange', description: 'A print, or a contract whose volume grew from one chain to the next' })
export type FlowChange = z.infer<typeof FlowChange>

export const FlowTape = z
  .object({
    basis: head.basis,
    basis_note: head.basis_note,
    as_of: instant('time of the newest chain in this answer').nullable(),
    changes: z.array(FlowChange).describe('newest chain first, largest premium first within a chain'),
    count: z.int().describe('rows of this page'),
    next_before: z.string().nullable().describe('cursor of the next older page; null if there is none'),
    has_more: z.boolean().describe('true: an older page exists'),
    retention_days: z.int().describe('days for which a row is stored'),
    large: z
      .object({
        session: z.iso.date().describe('the newest session with one'),
        found: z.int().describe('prints or changes of a million dollars or more that were found'),
        logged: z.int().describe('how many of them are events of kind flow; a session has at most 200'),
      })
      .nullable()
      .describe('large changes of all symbols; null before the first, or while the database cannot be read'),
    reason: z.string().nullable().describe('why there is no row; null otherwise'),
    reasons: z.record(z.string(), z.string()).describe('by member: why it is null or empty'),
  })
  .meta({ id: 'FlowTape', description: 'A page of the largest changes' })
export type FlowTape = z.infer<typeof FlowTape>
