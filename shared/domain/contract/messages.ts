import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'
import { Origin } from '../market/observation.ts'
import { SourceId } from '../market/source-id.ts'
import { AccountSnapshotKind } from '../trading/account-snapshot.ts'
import { HOUSE_ACCOUNTS, HOUSE_LEGS } from './screener/house-ids.ts'

/**
 * Messages name what happened and carry keys, not rows: Postgres stays the only copy. `occurredAt` is
 * service time; in a back-fill it is the simulated instant, and handlers compute as of it.
 */
export const MESSAGES = {
  /** The scheduler requests a fetch of this source now, for a cycle or for the source's own slot. */
  'source.requested': z.object({
    source: SourceId,
    slot: z.string(),
    /** `history`: everything the vendor has; `latest`: what is new. */
    mode: z.enum(['latest', 'history']),
    origin: Origin,
    /** Service time at which ingest gives up, so that the cycle learns of a failure before its own deadline. */
    deadline: z.iso.datetime({ offset: true }),
    /** The companies of one batch, for a source that fetches company by company. */
    companies: z.array(z.string()).max(100).optional(),
  }),
  /** All inputs of a cycle arrived or its deadline passed; compute from what was known by `cutoff`. */
  'cycle.ready': z.object({
    cycleId: z.string(),
    run: z.int().positive(),
    cutoff: z.iso.datetime({ offset: true }),
    origin: Origin,
  }),
  /** The daily row of a session is due. */
  'day.due': z.object({
    day: TradingDay,
    state: z.enum(['provisional', 'final']),
    cutoff: z.iso.datetime({ offset: true }),
    run: z.int().positive(),
    origin: Origin,
  }),
  /** A market snapshot was stored; reports and alerts may start. */
  'signals.computed': z.object({
    cycleId: z.string(),
    run: z.int().positive(),
    cutoff: z.iso.datetime({ offset: true }),
    origin: Origin,
  }),
  /** The observations of one minute of the one-minute feed were stored, even if there were none. */
  'minute.collected': z.object({
    minute: z.iso.datetime({ offset: true }),
    collectedAt: z.iso.datetime({ offset: true }),
    origin: Origin,
  }),
  /** The final daily row of a session was stored. */
  'day.computed': z.object({
    day: TradingDay,
    cutoff: z.iso.datetime({ offset: true }),
    run: z.int().positive(),
    origin: Origin,
  }),
  /** History is available: documents learned from it can be computed as of that evening, before the next daily row. */
  'evening.due': z.object({
    day: TradingDay,
    cutoff: z.iso.datetime({ offset: true }),
    run: z.int().positive(),
    origin: Origin,
  }),
  /** Snapshots of these accounts, both ids included, are due for this slot. */
  'portfolio.due': z.object({
    slot: z.string(),
    kind: AccountSnapshotKind,
    /** The instant the slot is for. The work for a close starts later, when the last quotes have arrived. */
    at: z.iso.datetime({ offset: true }),
    fromAccount: z.int().positive(),
    throughAccount: z.int().positive(),
  }),
  /** Accounts are searched for work that is due without an order: expired options, debts. */
  'settlement.due': z.object({
    slot: z.string(),
    occasion: z.enum(['morning', 'bell', 'open', 'close', 'evening']),
    day: TradingDay,
  }),
  /** The options of one account, underlying and expiration settle; their settlement price is frozen. */
  'expiry.due': z.object({
    accountId: z.int().positive(),
    epoch: z.int().positive(),
    underlying: z.string(),
    expiration: TradingDay,
  }),
  /** An account owes cash while the market is open. */
  'liquidation.due': z.object({ slot: z.string(), accountId: z.int().positive(), epoch: z.int().positive() }),
  /** The maintenance requirement of an account with short stock is checked. */
  'maintenance.due': z.object({
    slot: z.string(),
    day: TradingDay,
    accountId: z.int().positive(),
    epoch: z.int().positive(),
  }),
  /** A dividend or a split is applied to one account. */
  'corporate-action.due': z.object({
    action: z.int().positive(),
    step: z.enum(['split', 'accrue', 'pay']),
    accountId: z.int().positive(),
    epoch: z.int().positive(),
  }),
  /** The borrow fee of an account for stock it was short at a close, until the next session. */
  'borrow-fee.due': z.object({ day: TradingDay, accountId: z.int().positive(), epoch: z.int().positive() }),
  /** An attempt of a delivery to a webhook is due. */
  'webhook.due': z.object({ delivery: z.int().positive(), attempt: z.int().positive() }),
  /** A read of AI-1 may begin: what it waited for has ended. */
  'ai1.due': z.object({ read: z.string() }),
  /** A read of AI-2 may begin: AI-1 of its cycle has ended. */
  'ai2.due': z.object({ read: z.string() }),
  /** A run of the screener is due: its names are planned in batches. */
  'screener.due': z.object({ day: TradingDay, slot: z.enum(['am', 'pm']), origin: Origin }),
  /** One batch of names of a run is read. */
  'screener.batch': z.object({
    run: z.string(),
    batch: z.int().nonnegative(),
    tickers: z.array(z.string()).max(200),
  }),
  /** Every batch of a run was read; the run decides. */
  'screener.scanned': z.object({ run: z.string() }),
  /** Records without an entry take the first good quote. */
  'screener.entries': z.object({ slot: z.string(), day: TradingDay }),
  /** The house accounts look for picks to enter and to leave. */
  'house.due': z.object({ slot: z.string(), day: TradingDay }),
  /** One attempt of one order of a house account is sent. */
  'house.order': z.object({
    account: z.enum(HOUSE_ACCOUNTS),
    contract: z.string(),
    leg: z.enum(HOUSE_LEGS),
    attempt: z.int().positive(),
  }),
  /** Panels of these companies are recomputed from what was known by `cutoff`; absent: of all companies. */
  'company.due': z.object({
    companies: z.array(z.string()).max(100),
    cutoff: z.iso.datetime({ offset: true }),
    /** False where no close has changed: the comparison with the names of the sector stays as it is. */
    analogs: z.boolean().default(true),
  }),
  /** The back-fill has stored all history; stages that already used less of it may compute again. */
  'history.filled': z.object({}),
  /** The back-fill has written the verdicts of simulated months; those that have matured by the cutoff can be graded. */
  'verdicts.filled': z.object({
    day: TradingDay,
    cutoff: z.iso.datetime({ offset: true }),
    run: z.int().positive(),
  }),
} as const
export type MessageType = keyof typeof MESSAGES
export type Payload<T extends MessageType> = z.infer<(typeof MESSAGES)[T]>

/**
 * Ids are derived from the work, `producer:key#run`: a redelivery keeps the run, a re-run increments it. Only visible
 * ASCII, because an id is a key in Postgres (which takes no NUL) and on RabbitMQ (which takes 255 bytes).
 */
export const MessageId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]+:[!-"$-~]+#[1-9][0-9]*$/)

/** W3C trace context. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const TRACEPARENT_CHARS_MAX = 512

/** The span a message was written in. A malformed value is ignored, so the message is not lost; one too long fails. */
export const Traceparent = z
  .string()
  .max(TRACEPARENT_CHARS_MAX)
  .nullable()
  .transform((text) => (text !== null && TRACEPARENT.test(text) ? text : null))

export const Envelope = z.object({
  id: MessageId,
  type: z.enum(Object.keys(MESSAGES) as [MessageType, ...MessageType[]]),
  version: z.literal(1),
  occurredAt: z.iso.datetime({ offset: true }),
  cycleId: z.string().nullable(),
  causationId: z.string().nullable(),
  traceparent: Traceparent,
  payload: z.record(z.string(), z.json()),
})
export type Envelope = z.infer<typeof Envelope>
