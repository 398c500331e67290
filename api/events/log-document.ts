import { z } from 'zod'
import { ACCOUNT_LOG_KINDS, EVENT_KINDS, type EventKind, LoggedEvent } from '../../shared/domain/contract/event.ts'
import {
  continuedAfter,
  type EventBounds,
  eventBounds,
  lastPassing,
  readEvents,
} from '../../shared/postgres/events/events.ts'
import type { Db } from '../../shared/postgres/server/db.ts'
import { refuse, refuseParameter } from '../http/errors.ts'
import { queryInteger } from '../http/parameters.ts'
import { EXAMPLE_EVENTS } from './events-document.ts'

export const AFTER_RULE = 'must be the id of an event: a whole number from 0'
const FUTURE_RULE = 'must not be greater than the newest id of the log'
/** Room for every kind several times. */
const KINDS_CHARS_MAX = 400

/** An event as pages of the log and streams serve it. */
export const ChainedEvent = LoggedEvent.extend({
  prev_id_in_filter: z
    .int()
    .nullable()
    .describe('id of the event before it of the requested kinds: a reader that has it has missed none of them'),
}).meta({ id: 'ChainedEvent', description: 'One event of a log with its place among the requested kinds' })
export type ChainedEvent = z.infer<typeof ChainedEvent>

export const LogPage = z
  .object({
    events: z.array(ChainedEvent).describe('oldest first'),
    next_after: z.int().describe('continue with this id'),
    latest_id: z.int().nullable().describe('the newest id of the log; null while it is empty or unavailable'),
    oldest_id: z.int().nullable().describe('the oldest id that is still kept'),
    has_more: z.boolean().describe('more events of these kinds follow now'),
    reason: z.string().nullable().describe('why there is no event; null otherwise'),
  })
  .meta({ id: 'LogPage', description: 'Events of a log after an id' })
export type LogPage = z.infer<typeof LogPage>

const kindsRule = (known: readonly EventKind[]): string => `must be kinds separated by commas, of ${known.join(', ')}`

/** `kinds` separated by commas, in the order of the vocabulary. */
export const kindsParameter = (known: readonly EventKind[], absent: string) =>
  z
    .string(kindsRule(known))
    .max(KINDS_CHARS_MAX, kindsRule(known))
    .transform((text, context): EventKind[] => {
      const names = new Set(text.split(',').map((name) => name.trim()))
      const named = known.filter((kind) => names.has(kind))
      if (named.length !== names.size) context.addIssue(kindsRule(known))
      return named
    })
    .optional()
    .meta({ description: `kinds separated by commas, of ${known.join(', ')}; absent: ${absent}`, example: known[0] })

export const afterParameter = (description: string) =>
  z
    .string(AFTER_RULE)
    .regex(/^\d{1,15}$/, AFTER_RULE)
    .transform(Number)
    .optional()
    .meta({ description, override: { type: 'integer', minimum: 0, maximum: 999_999_999_999_999, example: 1_840 } })

const queryOf = (known: readonly EventKind[]) =>
  z.object({
    after: afterParameter('only events with a larger id; absent: from the oldest that is kept'),
    kinds: kindsParameter(known, 'all'),
    limit: queryInteger({ min: 1, max: 500, default: 100 }, 'maximum number of events'),
  })
export const LogQuery = queryOf(EVENT_KINDS)
export const AccountLogQuery = queryOf(ACCOUNT_LOG_KINDS)
export type LogQuery = z.output<typeof LogQuery>

export interface LogName {
  log: string
  /** The address of the present state, from which a reader may continue after a gap. */
  snapshot: string
}

/** Returns whether a reader that has everything up to `after` has missed events that were deleted since. */
export const isGone = (after: number, bounds: EventBounds | null): boolean =>
  bounds !== null && after < bounds.beforeOldest

/** Why a reader cannot continue from the id of an event that a failover or a restore has lost. */
export const lostSentence = (id: number): string =>
  `the event of the id was lost when the database was restored or replaced; the log goes on at ${id}`

/** Reads a page; 400 for an id of the future, 410 when events after the id were deleted. */
export async function readLogPage(
  sql: Db,
  { log, snapshot }: LogName,
  { after: given, kinds = [], limit }: LogQuery,
): Promise<LogPage> {
  // The bounds first: an event logged in between comes after the cursor.
  const bounds = await eventBounds(sql, log)
  const after = given ?? bounds?.beforeOldest ?? 0
  if (after > (bounds?.latest ?? 0)) throw refuseParameter('after', FUTURE_RULE)
  if (isGone(after, bounds)) throw refuse('event_gone', { oldest_id: bounds!.oldest, snapshot })
  const lost = await continuedAfter(sql, log, after)
  if (lost) throw refuse('event_gone', { oldest_id: lost.id, snapshot }, lostSentence(lost.id))
  const found = await readEvents(sql, { log, after, before: null, kinds, limit: limit + 1 })
  const events = await chained(sql, found.slice(0, limit), { log, kinds })
  const newest = Math.max(bounds?.latest ?? 0, events.at(-1)?.id ?? 0)
  const hasMore = found.length > limit
  return {
    events,
    next_after: hasMore ? events.at(-1)!.id : newest,
    latest_id: newest || null,
    oldest_id: bounds?.oldest ?? null,
    has_more: hasMore,
    reason: events.length > 0 ? null : bounds === null ? 'nothing has happened since the log began' : NONE_YET,
  }
}
const NONE_YET = 'no such event after this id yet'

/** Consecutive events of these kinds, each with the one before it. */
async function chained(
  sql: Db,
  events: readonly LoggedEvent[],
  { log, kinds }: { log: string; kinds: readonly EventKind[] },
): Promise<ChainedEvent[]> {
  if (events.length === 0) return []
  let before = await lastPassing(sql, { log, filter: kinds, id: events[0]!.id - 1 })
  return events.map((event) => {
    const linked = { ...event, prev_id_in_filter: before }
    before = event.id
    return linked
  })
}

export const emptyLogPage = (reason: string, after: number | undefined): LogPage => ({
  events: [],
  next_after: after ?? 0,
  latest_id: null,
  oldest_id: null,
  has_more: false,
  reason,
})

const oldestFirst = EXAMPLE_EVENTS.toReversed()
export const EXAMPLE_LOG_PAGE: LogPage = {
  events: oldestFirst.map((event, at) => ({ ...event, prev_id_in_filter: oldestFirst[at - 1]?.id ?? 1_840 })),
  next_after: 1_847,
  latest_id: 1_847,
  oldest_id: 12,
  has_more: false,
  reason: null,
}
