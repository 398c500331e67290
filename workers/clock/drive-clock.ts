import type { Broker } from '../../shared/broker/port.ts'
import { errorMessage } from '../../shared/errors.ts'
import { sequenceEvents } from '../../shared/postgres/events/sequence-events.ts'
import { hasUnsettled, settleMessages } from '../../shared/postgres/messaging/settled.ts'
import { nextRowEvent } from '../../shared/postgres/server/clock-events.ts'
import { leadClock } from '../../shared/postgres/server/clock-lead.ts'
import { lateReaders } from '../../shared/postgres/server/clock-readers.ts'
import {
  type ClockRow,
  endMove,
  raiseCeiling,
  readClockRow,
  requestSight,
} from '../../shared/postgres/server/clock-row.ts'
import { siblingPool } from '../../shared/postgres/server/db.ts'
import type { ServiceClock } from '../../shared/postgres/server/service-time.ts'
import { sweepOverdueTrades } from '../../shared/postgres/trading/trades.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { sweepReads } from '../schedule/ai-reads.ts'
import { sweepCycles } from '../schedule/cycles.ts'
import { prune } from '../schedule/prune.ts'
import { decide, runDueMinutes, runDueSlots, type SchedulerDeps } from '../schedule/run-due-slots.ts'
import { createDayPlan } from './day-plan.ts'
import { backfillUnderWay, findDeadLetters } from './hold-back.ts'
import { pace } from './lock-step.ts'

/** A process that does not lead, or whose clock follows real time, looks again this often. */
const IDLE_MS = 1_000
/** Work under way is looked at again soon, and less often the longer it takes. */
const POLL_MS_FIRST = 2
const POLL_MS_MAX = 100
const BACKFILL_POLL_MS = 500
const DEAD_LETTERS_EVERY_MS = 5_000
const AFTER_FAILURE_MS = 1_000
const TRADES_SWEPT_MAX = 1_000
const EVENTS_BATCH = 500

export type DriveDeps = SchedulerDeps & {
  clock: ServiceClock
  broker: Broker
  sourceRunsKeepDays: number
  pacingSilenceS: number
}

export interface ClockDriver {
  /** Looks at once, because the clock has changed. */
  wake(): void
  /** Whether the clock has a ceiling, as of the last look. */
  isGoverning(): boolean
  stop(): Promise<void>
}

/**
 * Moves a commanded clock from event to event: at each ceiling it decides the slots that are due, waits until Postgres
 * says that what fell due is done, and raises the ceiling to the next event. One process leads, by a lock that ends with
 * its connection; a ceiling that two processes would raise is raised once.
 */
export function driveClock(deps: DriveDeps): ClockDriver {
  const lead = siblingPool(deps.sql, { max: 1 })
  const mover = createMover(deps)
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  let rest: (() => void) | null = null

  async function turn(): Promise<number> {
    try {
      if (!(await mover.isGoverned()) || !(await leadClock(lead))) return IDLE_MS
      return await mover.step()
    } catch (error) {
      deps.log.warn({ error: errorMessage(error) }, 'clock_not_moved')
      return AFTER_FAILURE_MS
    }
  }

  async function run(): Promise<void> {
    while (!stopped) {
      isWoken = false
      const waitMs = await turn()
      if (waitMs <= 0 || isWoken || stopped) continue
      await new Promise<void>((done) => {
        rest = done
        timer = setTimeout(done, waitMs)
      })
      clearTimeout(timer)
      rest = null
    }
  }
  const running = run()

  function wake(): void {
    isWoken = true
    rest?.()
  }
  return {
    wake,
    isGoverning: () => mover.isGoverning(),
    async stop() {
      stopped = true
      wake()
      await running
      await lead.end({ timeout: 1 }).catch(() => {})
    },
  }
}

function createMover(deps: DriveDeps) {
  const { sql, log, relay, cadences } = deps
  // Whether the machine's clock is believed does not matter here: service time stands at its ceiling.
  const slots = { sql, log, relay, cadences }
  const plan = createDayPlan(cadences)
  let row: ClockRow | null = null
  /** Every slot up to this instant is decided; null before the first look. */
  let decidedThrough: Date | null = null
  let prunedOn: TradingDay | null = null
  let heldSince: number | null = null
  let lettersAt = 0
  const ledSince = performance.now()

  async function decideDue(now: Date): Promise<void> {
    if (decidedThrough !== null && decidedThrough >= now) return
    if (decidedThrough === null) {
      await runDueSlots(slots, now)
      await runDueMinutes(slots, now)
    } else await decide(slots, now, plan.due(decidedThrough, now))
    decidedThrough = now
  }

  /** Work that no message carries; true when it has begun something that has to be waited for. */
  async function sweep(now: Date): Promise<boolean> {
    const swept = await sweepCycles(deps, now)
    const reads = await sweepReads(deps, now)
    await sweepOverdueTrades(sql, TRADES_SWEPT_MAX)
    while ((await sequenceEvents(sql, EVENTS_BATCH)) === EVENTS_BATCH);
    const { day } = eastern(now)
    if (prunedOn !== null && prunedOn !== day) await prune(sql, now, deps.sourceRunsKeepDays)
    prunedOn = day
    return swept.length > 0 || reads.started.length > 0
  }

  async function hold(): Promise<number> {
    heldSince ??= performance.now()
    const heldMs = performance.now() - heldSince
    if (heldMs > DEAD_LETTERS_EVERY_MS && performance.now() - lettersAt > DEAD_LETTERS_EVERY_MS) {
      lettersAt = performance.now()
      await findDeadLetters(deps)
    }
    return Math.min(POLL_MS_MAX, Math.max(POLL_MS_FIRST, heldMs / 20))
  }

  async function isSeen({ seq, arriving }: ClockRow): Promise<boolean> {
    if (arriving === null) {
      await requestSight(sql, seq)
      return false
    }
    return (await lateReaders(sql, arriving)).every(({ isSilent }) => isSilent)
  }

  async function raise({ seq, now, target }: ClockRow, upTo: Date | null): Promise<number> {
    const instants = [plan.nextInstant(now), await nextRowEvent(sql, now), target, upTo]
    const next = instants.flatMap((at) => (at !== null && at > now ? [at.getTime()] : []))
    const isRaised = await raiseCeiling(sql, { seq, to: new Date(Math.min(...next)) })
    return isRaised ? 0 : POLL_MS_FIRST
  }

  return {
    isGoverning: () => row?.ceiling != null,
    async isGoverned() {
      row = await readClockRow(sql)
      if (row?.ceiling == null) decidedThrough = null
      return row?.ceiling != null
    },
    /** One look at the clock; returns after how many milliseconds to look again. */
    async step(): Promise<number> {
      if (!row?.ceiling) return IDLE_MS
      const { now, ceiling, state, target, speed } = row
      if (now < ceiling) return Math.min(IDLE_MS, Math.max(1, (ceiling.getTime() - now.getTime()) / Math.max(speed, 1)))
      if (state === 'paused' && target === null) return IDLE_MS
      await deps.clock.reach(now)
      await decideDue(now)
      while ((await settleMessages(sql)) > 0);
      if (await hasUnsettled(sql)) return await hold()
      if (await sweep(now)) return 0
      heldSince = null
      if (target !== null || state === 'lock-step') {
        if (target === null) {
          const paced = await pace(deps, {
            ledForS: (performance.now() - ledSince) / 1_000,
            isSeen: () => isSeen(row!),
            now,
          })
          if (paced.kind !== 'move') return paced.waitMs
          if ((await backfillUnderWay(sql)) !== null) return BACKFILL_POLL_MS
          return await raise(row, paced.upTo)
        }
        if (now >= target) {
          if (!(await isSeen(row))) return POLL_MS_FIRST
          await endMove(sql, row.seq)
          log.info({ service_time: now.toISOString(), by: row.movedBy }, 'clock_arrived')
          return 0
        }
      }
      if ((await backfillUnderWay(sql)) !== null) return BACKFILL_POLL_MS
      return await raise(row, null)
    },
  }
}
