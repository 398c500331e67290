import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { Relay } from '../../shared/broker/relay.ts'
import type { Log } from '../../shared/log.ts'
import { appendEvents } from '../../shared/postgres/events/events.ts'
import { claimSlot, decidedKeys, newestSlot } from '../../shared/postgres/messaging/slots.ts'
import type { ClockWatch } from '../../shared/postgres/server/clock-watch.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { pausesSince, readServiceTime } from '../../shared/postgres/server/service-time.ts'
import { DAY_MS } from '../../shared/time/trading-day.ts'
import { inSpan } from '../../shared/tracing/span.ts'
import { fireSlot } from './fire-slot.ts'
import { minutesDue } from './minute-slots.ts'
import { type Cadence, inOrder, type Slot, slotsDue } from './plan-slots.ts'
import { isMissed, lateBy, lateEvents, recordMissed } from './record-missed.ts'

/** The scheduler looks again this far before the newest decided slot: a crash may have left an older one undecided. */
const OVERLAP_MS = 4 * DAY_MS

/** Shorter, because schedulers decide minutes in their order. */
const MINUTE_OVERLAP_MS = 5 * 60_000

export interface DecidedSlots {
  fired: string[]
  missed: string[]
}

export interface SchedulerDeps {
  sql: Pool
  relay: Relay
  log: Log
  cadences: readonly Cadence[]
  /** Absent in runs that step the time by hand. */
  clockWatch?: ClockWatch
}

/**
 * Decides every slot that has come due: fires it within its grace, otherwise records it as missed with the reason. A
 * slot is claimed by its key, so it is decided once, however many schedulers run.
 */
export async function runDueSlots(deps: SchedulerDeps, now: Date): Promise<DecidedSlots> {
  return await decide(deps, now, await undecidedOthers(deps, now))
}

/** Decides the minutes of a session in the same way; minutes missed in a row are one log line. */
export async function runDueMinutes(deps: SchedulerDeps, now: Date): Promise<DecidedSlots> {
  return await decide(deps, now, await undecidedMinutes(deps, now))
}

/** Every slot that has come due and is not decided, in the order in which slots of one instant are done. */
export async function undecidedSlots(deps: SchedulerDeps, now: Date): Promise<Slot[]> {
  return [...(await undecidedOthers(deps, now)), ...(await undecidedMinutes(deps, now))].sort(inOrder)
}

/** Decides the given slots, which are due. */
export async function decide(deps: SchedulerDeps, now: Date, due: readonly Slot[]): Promise<DecidedSlots> {
  // The outcome of a slot is final, and its instant moves the search forward, so nothing may be decided at a wrong
  // time.
  if (deps.clockWatch?.isBelieved() === false) return { fired: [], missed: [] }
  const missed = await recordMissed(
    deps,
    due.filter((slot) => isMissed(slot, now)),
    now,
  )
  const inGrace = due.filter((slot) => !isMissed(slot, now))
  const covered = coveredSlots(inGrace)
  const fired: string[] = []
  for (const slot of inGrace) {
    if (!covered.has(slot) && (await claimAndFire(deps, slot, { now, origin: 'scheduled' }))) fired.push(slot.key)
  }
  // These slots are claimed afterwards, so that a crash in between leaves no slot without its request.
  for (const [slot, by] of covered) {
    if (await claimCovered(deps, slot, { by, now })) fired.push(slot.key)
  }
  return { fired, missed }
}

/**
 * The slots of a source that one request covers, each with the newest due slot of its source, which makes the request:
 * a vendor answers a request now in the same way for every slot that fell due meanwhile. The newest slot must be a
 * regular one, because a repetition may make no request.
 */
export function coveredSlots(due: readonly Slot[]): Map<Slot, Slot> {
  const covered = new Map<Slot, Slot>()
  const own = due.filter(({ kind }) => kind === 'ingest')
  for (const slots of Map.groupBy(own, ({ sources }) => sources.join()).values()) {
    const by = slots.findLast(({ repeats }) => !repeats) ?? slots.at(-1)!
    for (const slot of slots) if (slot !== by) covered.set(slot, by)
  }
  return covered
}

async function claimCovered(
  { sql, log }: SchedulerDeps,
  slot: Slot,
  { by, now }: { by: Slot; now: Date },
): Promise<boolean> {
  const claimed = await sql.begin(async (tx) => {
    const reason = `fetched together with ${by.key}, because both were caught up at once`
    const decision = { ...slot, state: 'fired', reason, decidedAt: now, origin: 'scheduled' } as const
    const first = await claimSlot(tx, decision)
    if (first) await appendEvents(tx, lateEvents(slot, now))
    return first
  })
  if (claimed) log.info({ slot: slot.key, late_ms: lateBy(slot, now), fetched_with: by.key }, 'slot_fired')
  return claimed
}

async function undecidedOthers(deps: SchedulerDeps, now: Date): Promise<Slot[]> {
  const newest = await newestSlot(deps.sql, 'others')
  const after = newest ? newest.getTime() - OVERLAP_MS : 0
  return await undecided(deps, after, now, slotsDue)
}

async function undecidedMinutes(deps: SchedulerDeps, now: Date): Promise<Slot[]> {
  const newest = await newestSlot(deps.sql, 'minutes')
  const after = newest ? newest.getTime() - MINUTE_OVERLAP_MS : 0
  if (minutesDue(newest ?? new Date(0), now, deps.cadences).length === 0) return []
  return await undecided(deps, after, now, minutesDue)
}

async function undecided(
  { sql, cadences }: SchedulerDeps,
  from: number,
  now: Date,
  dueIn: (after: Date, now: Date, cadences: readonly Cadence[]) => Slot[],
): Promise<Slot[]> {
  const time = await readServiceTime(sql)
  if (!time) return []
  // The instants at which the service opened or a pause ended belong to the service: their slots are due.
  const after = new Date(Math.max(time.since.getTime() - 1, from))
  const pauses = await pausesSince(sql, after)
  const due = dueIn(after, now, cadences).filter(
    (slot) => !pauses.some((pause) => slot.scheduledFor > pause.pausedAt && slot.scheduledFor < pause.resumedAt),
  )
  const decided = await decidedKeys(
    sql,
    due.map((slot) => slot.key),
  )
  return due.filter((slot) => !decided.has(slot.key))
}

/**
 * Claims a slot and sends its messages, or returns null when another scheduler has claimed it. The slot begins a trace,
 * and everything that follows is part of it.
 */
export function claimAndFire(
  { sql, relay, log }: Pick<SchedulerDeps, 'sql' | 'relay' | 'log'>,
  slot: Slot,
  { now, origin }: { now: Date; origin: 'scheduled' | 'backfill' },
): Promise<readonly NewMessage[] | null> {
  const fire = async () => {
    const fired = await relay.transaction(sql, async (tx) => {
      const first = await claimSlot(tx, { ...slot, state: 'fired', reason: null, decidedAt: now, origin })
      const messages = first ? await fireSlot(tx, slot, { now, origin }) : []
      if (first && origin === 'scheduled') await appendEvents(tx, lateEvents(slot, now))
      return { result: first ? messages : null, messages }
    })
    // A back-fill fires thousands and reports its own progress.
    if (fired && origin === 'scheduled') {
      log.info({ slot: slot.key, late_ms: lateBy(slot, now) }, 'slot_fired')
    }
    return fired
  }
  return inSpan(`slot ${slot.kind}`, { parent: null, attributes: { 'slot.key': slot.key } }, fire)
}
