import { z } from 'zod'
import { TradingDay } from '../../time/trading-day.ts'
import { Origin } from '../market/observation.ts'
import { SourceId } from '../market/source-id.ts'
import { SnapshotKind } from '../trading/snapshot.ts'

/**
 * Events name what happened and carry keys, not rows: Postgres stays the only copy. `occurredAt` is
 * service time; in a back-fill it is the simulated instant, and handlers compute as of it.
 */
export const MESSAGES = {
  /** The scheduler wants this source asked now, for a cycle or on the source's own slot. */
  'source.requested': z.object({
    source: SourceId,
    slot: z.string(),
    /** All a vendor has, or what is new. */
    mode: z.enum(['latest', 'history']),
    origin: Origin,
    /** The ingest worker gives up here (service time), so that the cycle hears of a failure before it sweeps. */
    deadline: z.iso.datetime({ offset: true }),
  }),
  /** All that will come for a cycle has come; compute what was known by `cutoff`. */
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
  /** A snapshot was stored; whoever turns state into words may start. */
  'signals.computed': z.object({
    cycleId: z.string(),
    run: z.int().positive(),
    cutoff: z.iso.datetime({ offset: true }),
    origin: Origin,
  }),
  /** What came for a minute of the one-minute feed was stored, nothing included. */
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
  /** History is there: what is learned from it can be said as of that evening, before the next daily row is stored. */
  'evening.due': z.object({
    day: TradingDay,
    cutoff: z.iso.datetime({ offset: true }),
    run: z.int().positive(),
    origin: Origin,
  }),
  /** The worth of these accounts, both ids included, is to be kept for this slot. */
  'portfolio.due': z.object({
    slot: z.string(),
    kind: SnapshotKind,
    /** What the slot is for; of a close earlier than its work, for which the last quotes have to be there. */
    at: z.iso.datetime({ offset: true }),
    fromAccount: z.int().positive(),
    throughAccount: z.int().positive(),
  }),
  /** Accounts are looked through for what is due without an order: expired options, debts. */
  'settlement.due': z.object({
    slot: z.string(),
    occasion: z.enum(['morning', 'bell', 'open', 'close', 'evening']),
    day: TradingDay,
  }),
  /** The options of one account, underlying and expiration, whose price is frozen. */
  'expiry.due': z.object({
    accountId: z.int().positive(),
    epoch: z.int().positive(),
    underlying: z.string(),
    expiration: TradingDay,
  }),
  /** An account owes cash while the market is open. */
  'liquidation.due': z.object({ slot: z.string(), accountId: z.int().positive(), epoch: z.int().positive() }),
  /** An account that is short of stock is held against its maintenance. */
  'maintenance.due': z.object({
    slot: z.string(),
    day: TradingDay,
    accountId: z.int().positive(),
    epoch: z.int().positive(),
  }),
  /** A holder's part in a dividend or a split. */
  'corporate-action.due': z.object({
    action: z.int().positive(),
    step: z.enum(['split', 'accrue', 'pay']),
    accountId: z.int().positive(),
    epoch: z.int().positive(),
  }),
  /** What an account was short of when a session closed, until the next one. */
  'borrow-fee.due': z.object({ day: TradingDay, accountId: z.int().positive(), epoch: z.int().positive() }),
  /** The back-fill has stored all history there will be; whoever looked back before may do it again. */
  'history.filled': z.object({}),
} as const
export type MessageType = keyof typeof MESSAGES
export type Payload<T extends MessageType> = z.infer<(typeof MESSAGES)[T]>

/** Ids are functions of the work, `producer:key#run`: a redelivery keeps the run, a re-run increments it. */
export const MessageId = z
  .string()
  .max(200)
  .regex(/^[a-z0-9-]+:[^#\s]+#[1-9][0-9]*$/)

/** W3C trace context. */
const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/
const TRACEPARENT_CHARS_MAX = 512

/** The span a message was written in. Garbage says nothing and is no reason to lose a message; a flood is. */
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
