import type { NewMessage } from '../../shared/broker/new-message.ts'
import type { SourceId } from '../../shared/domain/market/source-id.ts'
import {
  cyclesToRecompute,
  isDone,
  readProgress,
  reportProgress,
  type Step,
} from '../../shared/postgres/market/backfill.ts'
import { readServiceTime } from '../../shared/postgres/server/service-time.ts'
import {
  addSessions,
  previousSession,
  sessionOn,
  sessionOnOrBefore,
  sessionsBetween,
} from '../../shared/time/calendar.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { rerunCycle, sweepCycles } from '../schedule/cycles.ts'
import { planSlots, type Slot, type SlotKind } from '../schedule/plan-slots.ts'
import { claimAndFire, type SchedulerDeps } from '../schedule/run-due-slots.ts'
import { settle, settleCycle } from './settle.ts'

export interface BackfillDeps extends SchedulerDeps {
  clock: Clock
  /** Sources whose files carry history; the others are asked instant by instant. */
  historySources: readonly SourceId[]
  /** Those of them that the first snapshot does not wait for. */
  laterSources: readonly SourceId[]
  sessions: number
  cycleSessions: number
  /** Real vendors know only now: a past slot asked today would file today's prices under it. */
  live: boolean
  /** Sources whose past slots have nothing to ask. */
  onlyNow: readonly SourceId[]
}

/** When the daily row of a session is final. */
const FINAL_AT = '20:00'
/** Messages in flight at a time: the stages stay busy and a live cycle never waits behind many. */
const WINDOW = 6
const CYCLE_PATIENCE_MS = 30_000
const HISTORY_DEADLINE_MS = 120_000
/** A delayed feed has the closing chain this long after the close. */
const CLOSING_CHAIN_AFTER_MS = 20 * 60_000

/** Index-level history from the vendors' own files: what the first snapshot needs. Seconds. */
export async function backfillHistory(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  if (isDone(await readProgress(deps.sql), 'history')) return
  const now = deps.clock.now()
  await runWindowed(deps, 'history', historyOf(deps.historySources, now), signal)
  // The cycle before this instant, so that the market state is served at once, not at the next quarter of an hour.
  // What comes due from its opening on is the scheduler's.
  const opened = (await readServiceTime(deps.sql))?.since ?? now
  const { day } = sessionOnOrBefore(eastern(opened).day)
  const earlier = [previousSession(day).day, day].flatMap((each) => slotsOf(deps, each)).filter(before(opened))
  const newest = earlier.findLast((slot) => slot.kind === 'cycle')
  if (newest) await runSlot(deps, deps.live ? { ...newest, sources: [] } : newest, signal)
  await deps.relay.transaction(deps.sql, async () => ({ result: null, messages: [eveningBefore(opened)] }))
}

/** What is learned from history need not wait for the daily rows: its series are there. Nobody waits for it either. */
function eveningBefore(opened: Date): NewMessage<'evening.due'> {
  const today = sessionOnOrBefore(eastern(opened).day).day
  const day = instantAt(today, FINAL_AT) <= opened ? today : previousSession(today).day
  const at = instantAt(day, FINAL_AT)
  return {
    id: `backfill:evening/${day}#1`,
    type: 'evening.due',
    occurredAt: at,
    cycleId: null,
    payload: { day, cutoff: at.toISOString(), run: 1, origin: 'backfill' },
  }
}

/** The rest, behind a service that already answers: members' bars, chains, daily rows, then cycles, oldest first. */
export async function backfillBehind(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const progress = await readProgress(deps.sql)
  // Days before the service's own: what comes due from its opening on is the scheduler's.
  const opened = (await readServiceTime(deps.sql))?.since ?? deps.clock.now()
  const today = eastern(opened).day
  const last = previousSession(today).day
  const days = deps.sessions > 0 ? sessionsBetween(addSessions(today, -deps.sessions).day, last) : []
  if (!isDone(progress, 'members'))
    await runWindowed(deps, 'members', historyOf(deps.laterSources, deps.clock.now()), signal)
  const chains = deps.live ? [] : days.map(closingChain)
  if (!isDone(progress, 'chains') && !signal.aborted) await runWindowed(deps, 'chains', chains, signal)
  if (!isDone(progress, 'days') && !signal.aborted) {
    await runSlots(
      deps,
      'days',
      days.flatMap((day) => slotsOf(deps, day).filter((slot) => slot.kind === 'daily_final')),
      signal,
    )
  }
  const recent = deps.cycleSessions > 0 ? days.slice(-deps.cycleSessions) : []
  const earlier = deps.live
    ? []
    : [...recent.flatMap((day) => slotsOf(deps, day)), ...slotsOf(deps, today).filter(before(deps.clock.now()))]
  if (!isDone(progress, 'cycles') && !signal.aborted) await runSlots(deps, 'cycles', earlier, signal)
  // Before the first cycles are computed again, so that those are judged from the states it leaves.
  if (!isDone(progress, 'alerts') && !signal.aborted)
    await runWindowed(deps, 'alerts', [historyFilled(deps.clock.now())], signal)
  if (!isDone(progress, 'recompute') && !signal.aborted) await recomputeFirst(deps, signal)
}

function historyOf(sources: readonly SourceId[], now: Date): NewMessage<'source.requested'>[] {
  const deadline = new Date(now.getTime() + HISTORY_DEADLINE_MS).toISOString()
  return sources.map((source) => ({
    id: `backfill:history/${source}#1`,
    type: 'source.requested',
    occurredAt: now,
    cycleId: null,
    payload: { source, slot: 'history', origin: 'backfill', mode: 'history', deadline },
  }))
}

/** Accounts have no past to fill: nobody had one before the service began, and what is due is found by the next live slot. */
const OF_ACCOUNTS: readonly SlotKind[] = ['portfolio', 'settlement']

const slotsOf = ({ cadences, onlyNow }: BackfillDeps, day: TradingDay): Slot[] =>
  planSlots(
    day,
    cadences.filter(({ source }) => !onlyNow.some((id) => id === source)),
  ).filter(({ kind }) => !OF_ACCOUNTS.includes(kind))
const before = (now: Date) => (slot: Slot) => slot.scheduledFor < now

function closingChain(day: TradingDay): NewMessage<'source.requested'> {
  const at = new Date(sessionOn(day)!.close.getTime() + CLOSING_CHAIN_AFTER_MS)
  const payload = {
    source: 'options',
    slot: `closing:${day}`,
    origin: 'backfill',
    mode: 'latest',
    deadline: at.toISOString(),
  } as const
  return { id: `backfill:chain/${day}#1`, type: 'source.requested', occurredAt: at, cycleId: null, payload }
}

const historyFilled = (now: Date): NewMessage<'history.filled'> => ({
  id: 'backfill:history-filled#1',
  type: 'history.filled',
  occurredAt: now,
  cycleId: null,
  payload: {},
})

async function runWindowed(deps: BackfillDeps, step: Step, messages: NewMessage[], signal: AbortSignal): Promise<void> {
  for (let done = 0; done < messages.length && !signal.aborted; done += WINDOW) {
    await reportProgress(deps.sql, step, done, messages.length)
    const part = messages.slice(done, done + WINDOW)
    await deps.relay.transaction(deps.sql, async () => ({ result: null, messages: part }))
    await settled(deps, part, signal)
  }
  if (!signal.aborted) await reportProgress(deps.sql, step, messages.length, messages.length)
}

/** The scheduler's own slots over past time: the clock advances only when the tick's work has drained. */
async function runSlots(deps: BackfillDeps, step: Step, slots: readonly Slot[], signal: AbortSignal): Promise<void> {
  for (const [done, slot] of slots.entries()) {
    if (signal.aborted) return
    if (done % 5 === 0) await reportProgress(deps.sql, step, done, slots.length)
    await runSlot(deps, slot, signal)
  }
  await reportProgress(deps.sql, step, slots.length, slots.length)
}

async function runSlot(deps: BackfillDeps, slot: Slot, signal: AbortSignal): Promise<void> {
  const messages = await claimAndFire(deps, slot, { now: slot.scheduledFor, origin: 'backfill' })
  if (messages === null) return
  await settled(deps, messages, signal)
  if (slot.kind === 'cycle') await finishCycle(deps, slot, signal)
}

/** A gap is said, not hidden; the back-fill goes on, and a redrive can still fill it. */
async function settled(deps: BackfillDeps, messages: readonly NewMessage[], signal: AbortSignal): Promise<void> {
  const ids = messages.map((message) => message.id)
  for (const id of await settle(deps.sql, ids, signal)) {
    if (!signal.aborted) deps.log.warn({ id }, 'backfill_gap')
  }
}

/**
 * The first cycles were served within seconds, before the closing chains gave their own GEX a past. A new
 * run of each says what the same cutoff says with the whole history; what was served first is kept.
 */
async function recomputeFirst(deps: BackfillDeps, signal: AbortSignal): Promise<void> {
  const ids = await cyclesToRecompute(deps.sql)
  for (const [done, id] of ids.entries()) {
    if (signal.aborted) return
    await reportProgress(deps.sql, 'recompute', done, ids.length)
    await rerunCycle(deps, id, deps.clock.now())
    await settleCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal)
  }
  await reportProgress(deps.sql, 'recompute', ids.length, ids.length)
}

async function finishCycle(deps: BackfillDeps, slot: Slot, signal: AbortSignal): Promise<void> {
  const id = slot.key.slice('cycle:'.length)
  // A cycle that waits for nobody is ready at its deadline.
  const waits = slot.sources.length > 0
  if (waits && (await settleCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal))) return
  await sweepCycles(deps, new Date(slot.scheduledFor.getTime() + CYCLE_PATIENCE_MS * 10), 'backfill')
  if (await settleCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal)) return
  if (!signal.aborted) deps.log.warn({ id }, 'backfill_gap')
}
