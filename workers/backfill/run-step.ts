import { sources } from '../../pipeline/sources/index.ts'
import type { NewMessage } from '../../shared/broker/new-message.ts'
import { cyclesToRecompute, reportProgress, type Step } from '../../shared/postgres/market/backfill.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { rerunCycle, sweepCycles } from '../schedule/cycles.ts'
import type { Slot } from '../schedule/plan-slots.ts'
import { claimAndFire, type SchedulerDeps } from '../schedule/run-due-slots.ts'
import { awaitCycle, awaitDecided, awaitMessages } from './await-work.ts'

export type StepDeps = SchedulerDeps & { clock: Clock }

/** Messages in flight at a time: the stages stay busy and a live cycle never waits for many. */
const WINDOW = 6
const CYCLE_PATIENCE_MS = 30_000
const RUN_PATIENCE_MS = 120_000
/** Longer than any vendor timeout including its retries. */
const MESSAGE_PATIENCE_MS = 120_000
const PATIENCE_OF_SOURCE = new Map<string, number>(sources.map(({ id, patienceMs = 0 }) => [id, patienceMs]))

/** Returns how long a message may take before it counts as lost: some runs make hundreds of requests within a budget. */
export const patienceOf = (message: NewMessage): number =>
  MESSAGE_PATIENCE_MS +
  (message.type === 'source.requested' ? (PATIENCE_OF_SOURCE.get(message.payload.source) ?? 0) : 0)

export async function runMessages(
  deps: StepDeps,
  step: Step,
  messages: NewMessage[],
  signal: AbortSignal,
  onHandled: (id: string) => void = () => {},
): Promise<void> {
  let inHand: NewMessage[] = []
  for (let sent = 0; (sent < messages.length || inHand.length > 0) && !signal.aborted; ) {
    const next = messages.slice(sent, sent + WINDOW - inHand.length)
    if (next.length > 0) await deps.relay.transaction(deps.sql, async () => ({ result: null, messages: next }))
    sent += next.length
    await reportProgress(deps.sql, step, sent - inHand.length - next.length, messages.length)
    const before = [...inHand, ...next]
    inHand = await unfinished(deps, before, signal)
    for (const message of before) if (!inHand.includes(message)) onHandled(message.id)
  }
  if (!signal.aborted) await reportProgress(deps.sql, step, messages.length, messages.length)
}

/** Fires the scheduler's own slots over past time, one by one: each begins when the work of the last has drained. */
export async function runSlots(
  deps: StepDeps,
  step: Step,
  slots: readonly Slot[],
  signal: AbortSignal,
  ready: (slot: Slot) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  for (const [done, slot] of slots.entries()) {
    await ready(slot)
    if (signal.aborted) return
    if (done % 5 === 0) await reportProgress(deps.sql, step, done, slots.length)
    await runSlot(deps, slot, signal)
  }
  await reportProgress(deps.sql, step, slots.length, slots.length)
}

export async function runSlot(deps: StepDeps, slot: Slot, signal: AbortSignal): Promise<void> {
  const messages = await claimAndFire(deps, slot, { now: slot.scheduledFor, origin: 'backfill' })
  if (messages === null) return
  await logGaps(deps, messages, signal)
  if (slot.kind === 'cycle') await finishCycle(deps, slot, signal)
  if (slot.kind === 'screener') await awaitRun(deps, slot, signal)
}

/**
 * The first cycles were served within seconds, before the closing chains had given the service's own GEX a history.
 * Each is run again at the same cutoff with the whole history; what was served first remains stored.
 */
export async function recomputeFirst(deps: StepDeps, signal: AbortSignal): Promise<void> {
  const ids = await cyclesToRecompute(deps.sql)
  for (const [done, id] of ids.entries()) {
    if (signal.aborted) return
    await reportProgress(deps.sql, 'recompute', done, ids.length)
    await rerunCycle(deps, id, deps.clock.now())
    await awaitCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal)
  }
  await reportProgress(deps.sql, 'recompute', ids.length, ids.length)
}

/** Waits for all of them. */
async function logGaps(deps: StepDeps, messages: readonly NewMessage[], signal: AbortSignal): Promise<void> {
  let left = [...messages]
  while (left.length > 0 && !signal.aborted) left = await unfinished(deps, left, signal)
}

/**
 * Waits until the first of them is handled and returns the others. It logs messages that failed; the back-fill continues,
 * and a redrive can still fill the gap.
 */
async function unfinished(deps: StepDeps, messages: readonly NewMessage[], signal: AbortSignal): Promise<NewMessage[]> {
  const ids = messages.map((message) => message.id)
  const withinMs = Math.max(...messages.map(patienceOf))
  const { done, failed } = await awaitMessages(deps.sql, ids, withinMs, signal)
  for (const id of failed) if (!signal.aborted) deps.log.warn({ id }, 'backfill_gap')
  const ended = new Set([...done, ...failed])
  return messages.filter((message) => !ended.has(message.id))
}

/** A run continues after its first message: its names are read in batches, and the last batch triggers its decision. */
async function awaitRun(deps: StepDeps, { key }: Slot, signal: AbortSignal): Promise<void> {
  const id = key.slice('screener:'.length)
  if (await awaitDecided(deps.sql, id, RUN_PATIENCE_MS, signal)) return
  if (!signal.aborted) deps.log.warn({ id }, 'backfill_gap')
}

async function finishCycle(deps: StepDeps, slot: Slot, signal: AbortSignal): Promise<void> {
  const id = slot.key.slice('cycle:'.length)
  // A cycle without sources is ready at its deadline.
  const hasSources = slot.sources.length > 0
  if (hasSources && (await awaitCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal))) return
  await sweepCycles(deps, new Date(slot.scheduledFor.getTime() + CYCLE_PATIENCE_MS * 10), 'backfill')
  if (await awaitCycle(deps.sql, id, CYCLE_PATIENCE_MS, signal)) return
  if (!signal.aborted) deps.log.warn({ id }, 'backfill_gap')
}
