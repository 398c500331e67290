import { historyLoading } from '../../shared/domain/contract/history-loading.ts'
import { sequenceEvents } from '../../shared/postgres/events/sequence-events.ts'
import { readStanding, type Standing } from '../../shared/postgres/server/clock-events.ts'
import { GAVE_UP, givenUpSince, recordGaveUp } from '../../shared/postgres/server/clock-gave-up.ts'
import { lateReaders } from '../../shared/postgres/server/clock-readers.ts'
import {
  type ClockRow,
  endMove,
  raiseCeiling,
  readClockRow,
  requestSight,
} from '../../shared/postgres/server/clock-row.ts'
import type { ServiceClock } from '../../shared/postgres/server/service-time.ts'
import { sweepOverdueTrades } from '../../shared/postgres/trading/trades.ts'
import { pacedAccounts } from '../../shared/postgres/trading/wishes.ts'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { sweepReads } from '../schedule/ai-reads.ts'
import { STUCK_AFTER_MS, sweepCycles } from '../schedule/cycles.ts'
import type { Slot } from '../schedule/plan-slots.ts'
import { prune } from '../schedule/prune.ts'
import { isMissed, recordMissed } from '../schedule/record-missed.ts'
import { decide, type SchedulerDeps, undecidedSlots } from '../schedule/run-due-slots.ts'
import { createDayPlan, type DayPlan } from './day-plan.ts'
import { createPatience, type HoldDeps, type Patience } from './hold-back.ts'
import { pace } from './lock-step.ts'

/** A clock that stands or follows real time is checked again at this interval. */
export const IDLE_MS = 1_000
const POLL_MS = 2
const BACKFILL_POLL_MS = 500
const TRADES_SWEPT_MAX = 1_000
const EVENTS_BATCH = 500

export type MoveDeps = Omit<SchedulerDeps, 'clockWatch'> &
  HoldDeps & {
    clock: Pick<ServiceClock, 'reach' | 'now' | 'hear'>
    sourceRunsKeepDays: number
    pacingSilenceS: number
  }

/** Carries the clock from one event to the next, as far as the work of the present one is done. */
export class ClockMover {
  readonly #deps: MoveDeps
  readonly #plan: DayPlan
  readonly #patience: Patience
  readonly #since = performance.now()
  /** Every slot up to this instant is decided or in the queue; null before the first look. */
  #plannedThrough: Date | null = null
  /** The server on which that was so; a promoted standby may lack slots that were decided. */
  #timeline: string | null = null
  /** Slots that are due, in their order: each waits until the work of the one before is done. */
  #queue: Slot[] = []
  #prunedOn: TradingDay | null = null
  /** Messages given up later than this instant of real time are not reported yet; null before the first look. */
  #toldUntil: Date | null = null
  /** The row as this process has just written it, for one look; null when it has to be read. */
  #raised: ClockRow | null = null

  constructor({ sql, relay, log, cadences, ...rest }: MoveDeps) {
    // It does not matter here whether the machine's clock is trusted, because service time is at its ceiling.
    this.#deps = Object.assign(rest, { sql, relay, log, cadences })
    this.#plan = createDayPlan(cadences)
    this.#patience = createPatience(this.#deps)
  }

  /**
   * Reads the clock, unless this process has just raised the ceiling; null when no process commands it. A command that
   * arrived in the meantime has changed the row, and then nothing is raised, woken or ended.
   */
  async look(): Promise<ClockRow | null> {
    const raised = this.#raised
    this.#raised = null
    const row = raised ?? (await readClockRow(this.#deps.sql))
    if (row !== null && row.ceiling !== null) return row
    this.#plannedThrough = null
    return null
  }

  /** Does what can be done at the present instant; returns the milliseconds until the next look. */
  async step(row: ClockRow): Promise<number> {
    const { sql } = this.#deps
    const { now, realNow, movedAt, ceiling, state, target, speed } = row
    const leftMs = (ceiling?.getTime() ?? 0) - now.getTime()
    if (leftMs > 0) return Math.min(IDLE_MS, Math.max(1, leftMs / Math.max(speed, 1)))
    this.#noticeFailover(row)
    await this.#deps.clock.reach(now)
    if (await this.#planDue(now)) await this.#decideNext(now)
    if (!(await this.#patience.settled())) return 0
    if (await this.#decideNext(now)) return 0
    const since = this.#toldUntil ?? movedAt ?? realNow
    const [standing, accounts] = await Promise.all([
      readStanding(sql, now, { untouchedMs: STUCK_AFTER_MS, givenUpSince: since }),
      state === 'lock-step' ? pacedAccounts(sql) : [],
    ])
    if (standing.hasGivenUp) await this.#tellGaveUp(row, since)
    this.#toldUntil = realNow
    const sweep = await this.#sweep(now, standing)
    if (sweep === 'has begun work') return 0
    if (state === 'paused' && target === null) return IDLE_MS
    if (target !== null && now >= target) return await this.#arrive(row)
    if (historyLoading(standing.progress, 0) !== null) return BACKFILL_POLL_MS
    if (state !== 'lock-step') return await this.#raise(row, null)
    const ledForS = (performance.now() - this.#since) / 1_000
    // A swept row may be the event that an account waits for.
    const paceable = sweep === 'nothing was due' ? accounts : await pacedAccounts(sql)
    const paced = await pace(this.#deps, { accounts: paceable, seq: row.seq, ledForS, isSeen: () => this.#isSeen(row) })
    return paced.kind === 'move' ? await this.#raise(row, paced.upTo) : paced.waitMs
  }

  /** Looks for undecided slots in Postgres again once another server answers. */
  #noticeFailover({ timeline }: ClockRow): void {
    if (this.#timeline !== null && timeline !== this.#timeline) this.#plannedThrough = null
    this.#timeline = timeline
  }

  /**
   * Puts the slots that fall due at a new instant into the queue. Returns whether the work of earlier instants is known
   * to be done, which a process that has just started cannot tell.
   */
  async #planDue(now: Date): Promise<boolean> {
    const since = this.#plannedThrough
    if (since !== null && since >= now) return false
    const due = since === null ? await undecidedSlots(this.#deps, now) : this.#plan.due(since, now)
    await recordMissed(
      this.#deps,
      due.filter((slot) => isMissed(slot, now)),
      now,
    )
    this.#queue = due.filter((slot) => !isMissed(slot, now))
    this.#plannedThrough = now
    return since !== null
  }

  /** Decides the next slot of the queue; false when none is left. */
  async #decideNext(now: Date): Promise<boolean> {
    const [slot] = this.#queue
    if (!slot) return false
    await decide(this.#deps, now, [slot])
    this.#queue.shift()
    return true
  }

  /** Does the work that no message carries; work that it has begun must be waited for. */
  async #sweep(now: Date, { hasRowFallenDue }: Standing): Promise<'nothing was due' | 'has swept' | 'has begun work'> {
    const { sql, sourceRunsKeepDays } = this.#deps
    const { day } = eastern(now)
    const isMidnight = this.#prunedOn !== null && this.#prunedOn !== day
    // A table that cannot be pruned now waits for the next midnight: time must not stand still for it.
    this.#prunedOn = day
    if (isMidnight) await prune(sql, now, sourceRunsKeepDays)
    if (!hasRowFallenDue) return 'nothing was due'
    const swept = await sweepCycles(this.#deps, now)
    const reads = await sweepReads(this.#deps, now)
    await sweepOverdueTrades(sql, TRADES_SWEPT_MAX)
    while ((await sequenceEvents(sql, EVENTS_BATCH)) === EVENTS_BATCH);
    return swept.length > 0 || reads.started.length > 0 ? 'has begun work' : 'has swept'
  }

  /**
   * A message that was given up no longer holds the clock, but another run of the same story may differ without its
   * effect.
   */
  async #tellGaveUp({ now }: ClockRow, since: Date): Promise<void> {
    const { sql, log } = this.#deps
    const found = await givenUpSince(sql, since)
    const told = await sql.begin((tx) => recordGaveUp(tx, now, found))
    if (told > 0) log.warn({ limits: found.map(({ name }) => name) }, GAVE_UP)
  }

  async #isSeen({ seq, arriving }: ClockRow): Promise<boolean> {
    if (arriving === null) {
      await requestSight(this.#deps.sql, seq)
      return false
    }
    return (await lateReaders(this.#deps.sql, arriving)).every(({ isSilent }) => isSilent)
  }

  async #arrive(row: ClockRow): Promise<number> {
    const { sql, log } = this.#deps
    if (!(await this.#isSeen(row))) return POLL_MS
    if (await endMove(sql, row.seq)) log.info({ service_time: row.now.toISOString(), by: row.movedBy }, 'clock_arrived')
    return 0
  }

  async #raise(row: ClockRow, upTo: Date | null): Promise<number> {
    const { seq, timeline, now, state, target } = row
    const instants = [this.#plan.nextInstant(now), target, upTo]
    const next = instants.flatMap((at) => (at !== null && at > now ? [at.getTime()] : []))
    const raised = await raiseCeiling(this.#deps.sql, { seq, timeline, to: new Date(Math.min(...next)) })
    if (raised === null) return POLL_MS
    // With a target or in lock-step, time is at its new ceiling at once; otherwise it flows there.
    const isThere = state === 'lock-step' || target !== null
    this.#raised = isThere ? { ...row, ...raised, now: raised.ceiling } : null
    // Otherwise this process would request the time that it has just set, before its own announcement comes back.
    if (isThere) await this.#deps.clock.hear({ seq: raised.seq, at: raised.ceiling.getTime(), arriving: null })
    return 0
  }
}
