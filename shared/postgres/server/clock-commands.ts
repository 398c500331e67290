import { isCovered, type TargetFrom } from '../../time/clock-target.ts'
import { announceClock, type ClockRow, lockClock } from './clock-row.ts'
import { readDataMode } from './data-mode.ts'
import type { Tx } from './db.ts'

export type ClockAction = 'pause' | 'run' | 'step' | 'to' | 'lock-step'

export interface ClockCommand {
  action: ClockAction
  /** Service seconds a real second; for `run`. */
  speed?: number
  /** For `step` and `to`: the instant, found from service time as it is under the lock. */
  targetFrom?: TargetFrom
  /** The name of the commander, for the message to a second one. */
  by: string
}

export type CommandOutcome =
  | { kind: 'done'; row: ClockRow }
  | { kind: 'live' }
  | { kind: 'unopened' }
  | { kind: 'moving'; row: ClockRow }
  | { kind: 'backwards'; row: ClockRow }
  | { kind: 'beyond'; row: ClockRow }

/**
 * Carries out a command: it changes the row, and the schedulers move the ceiling. During a move only `pause` is carried
 * out, and a refused command has changed nothing.
 */
export async function commandClock(tx: Tx, command: ClockCommand): Promise<CommandOutcome> {
  if ((await readDataMode(tx)) === 'live') return { kind: 'live' }
  const before = await lockClock(tx)
  if (!before) return { kind: 'unopened' }
  const isMoving = before.target !== null || before.state === 'lock-step'
  if (isMoving && command.action !== 'pause') return { kind: 'moving', row: before }
  const target = command.targetFrom?.(before.now) ?? null
  if (target !== null && !isCovered(target)) return { kind: 'beyond', row: before }
  if (target !== null && target < before.now) return { kind: 'backwards', row: before }
  const state = STATE_AFTER[command.action]
  // A whole millisecond, which is what clients receive; never past the ceiling and never back.
  await tx`
    update service_time as st set
      state = ${state}, is_commanded = true, speed = ${command.speed ?? (before.speed > 0 ? before.speed : 1)},
      service_origin = t.now, real_origin = clock_timestamp(), ceiling = t.now,
      target = case when ${target !== null} then greatest(t.now, ${target}::timestamptz) end,
      moved_by = ${command.by}, move = st.move + 1, arrived_move = case when ${target !== null} then st.arrived_move else st.move + 1 end,
      move_from = t.now, moved_at = clock_timestamp(), arrived_at = case when ${target === null} then clock_timestamp() end, seq = st.seq + 1, arriving = null,
      sample_real = clock_timestamp(), sample_service = t.now,
      sample_real_before = clock_timestamp(), sample_service_before = t.now
    from (select least(s.ceiling, to_timestamp(ceil(extract(epoch from service_now()) * 1000) / 1000)) as now
      from service_time as s) as t`
  await announceClock(tx)
  const row = await lockClock(tx)
  return row ? { kind: 'done', row } : { kind: 'unopened' }
}

const STATE_AFTER: Readonly<Record<ClockAction, ClockRow['state']>> = {
  pause: 'paused',
  run: 'run',
  step: 'paused',
  to: 'paused',
  'lock-step': 'lock-step',
}
