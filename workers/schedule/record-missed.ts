import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { Log } from '../../shared/log.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { claimSlot } from '../../shared/postgres/messaging/slots.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Slot } from './plan-slots.ts'

/** Longer than a scheduler's pass and a short hiccup; below this a slot counts as on time. */
const LATE_FROM_MS = 2 * 60_000
/** Below this, lateness is given in seconds. */
const SHORT_MS = 5 * 60_000
/** An outage of days misses hundreds; the slots table has them all. */
const KEYS_LISTED_MAX = 50

export const lateBy = ({ scheduledFor }: Pick<Slot, 'scheduledFor'>, now: Date): number =>
  now.getTime() - scheduledFor.getTime()

export const isMissed = (slot: Slot, now: Date): boolean => lateBy(slot, now) > slot.graceMs

/**
 * Records slots past their grace, each with its reason, and logs one event per kind: an outage is one event, however
 * many slots it covered. One transaction does both, so that every recorded slot is logged.
 */
export async function recordMissed(
  { sql, log }: { sql: Pool; log: Log },
  slots: readonly Slot[],
  now: Date,
): Promise<string[]> {
  if (slots.length === 0) return []
  const missed = await sql.begin(async (tx) => {
    const first: Slot[] = []
    for (const slot of slots) {
      const reason = `came due while no scheduler ran; ${inWords(lateBy(slot, now))} late, past its grace of ${inWords(slot.graceMs)}`
      const decision = { ...slot, state: 'missed', reason, decidedAt: now, origin: 'scheduled' } as const
      if (await claimSlot(tx, decision)) first.push(slot)
    }
    await appendEvents(tx, missedEvents(first, now))
    return first
  })
  const keys = missed.map(({ key }) => key)
  for (const slot of missed)
    if (slot.kind !== 'minute') log.warn({ slot: slot.key, late_ms: lateBy(slot, now) }, 'slot_missed')
  const minutesMissed = keys.filter((key) => key.startsWith('minute:'))
  if (minutesMissed.length > 0)
    log.warn({ count: minutesMissed.length, from: minutesMissed[0], to: minutesMissed.at(-1) }, 'minutes_missed')
  return keys
}

function missedEvents(slots: readonly Slot[], now: Date): NewEvent[] {
  const kinds = [...new Set(slots.map(({ kind }) => kind))]
  return kinds.map((kind) => {
    const keys = slots.filter((slot) => slot.kind === kind).map(({ key }) => key)
    const [from] = keys
    const to = keys.at(-1)
    const one = keys.length === 1
    return {
      key: `slot/missed/${from}`,
      kind: 'slot',
      subject: kind,
      // A minute is one of 406, and a wire whose hold it broke logs an event of its own.
      severity: kind === 'minute' ? 'info' : 'warning',
      title: one
        ? `Slot ${from} was missed: it came due while no scheduler ran.`
        : `${keys.length} slots from ${from} to ${to} were missed: they came due while no scheduler ran.`,
      at: now,
      data: {
        state: 'missed',
        count: keys.length,
        from: from ?? null,
        to: to ?? null,
        slots: keys.slice(0, KEYS_LISTED_MAX),
      },
      cycleId: null,
      origin: 'scheduled',
    }
  })
}

/** The event of a slot that was caught up, if it was late enough to report. */
export function lateEvents(slot: Slot, now: Date): NewEvent[] {
  const late = lateBy(slot, now)
  if (late < LATE_FROM_MS) return []
  return [
    {
      key: `slot/late/${slot.key}`,
      kind: 'slot',
      subject: slot.kind,
      severity: 'info',
      title: `Slot ${slot.key} was caught up ${minutes(late)} minutes late.`,
      at: now,
      data: { state: 'late', slot: slot.key, late_seconds: Math.round(late / 1_000) },
      cycleId: slot.kind === 'cycle' ? slot.key.slice('cycle:'.length) : null,
      origin: 'scheduled',
    },
  ]
}

const minutes = (ms: number): number => Math.round(ms / 60_000)

const inWords = (ms: number): string => (ms < SHORT_MS ? `${Math.round(ms / 1_000)} s` : `${minutes(ms)} min`)
