import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from 'commander'
import { counted } from '../shared/domain/number-words.ts'
import { AppError } from '../shared/errors.ts'
import { type ClockCommand, commandClock } from '../shared/postgres/server/clock-commands.ts'
import { type ClockReport, reportClock } from '../shared/postgres/server/clock-report.ts'
import { type ClockRow, readClockRow } from '../shared/postgres/server/clock-row.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import {
  CALENDAR_RULE,
  MOVE_RULE,
  moveTarget,
  SPEED_MAX,
  SPEED_MIN,
  STEP_RULE,
  stepTarget,
} from '../shared/time/clock-target.ts'
import { easternExact } from '../shared/time/eastern.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'

const LOOK_EVERY_MS = 100
const SPEED = /^\d{1,4}(?:\.\d{1,3})?$/

/** Adds the commands that move the clock of a simulated market while its service runs. */
export function addClockMoves(command: Command, env: Env, say: Say): void {
  const print = (report: ClockReport, json: boolean | undefined): void =>
    say(json ? JSON.stringify(report) : inWords(report))
  const move = (
    name: string,
    description: string,
    made: (text: string, options: { speed?: string }) => Omit<ClockCommand, 'by'>,
  ) =>
    command
      .command(name)
      .description(description)
      .option('--json', 'an object')
      .action(async (...given: unknown[]) => {
        const hasArgument = name.includes('<')
        const options = given[hasArgument ? 1 : 0] as { json?: boolean; speed?: string }
        const wanted = made(hasArgument ? String(given[0]) : '', options)
        const by = `ops clock on ${hostname()}, process ${process.pid}`
        await withOps(env, async ({ sql }) => print(await moveClock(sql, { ...wanted, by }), options.json))
      })
  command
    .command('show', { isDefault: true })
    .description('where the clock stands, who moves it, and what it waits for')
    .option('--json', 'an object')
    .action(async ({ json }: { json?: boolean }) => {
      await withOps(env, async ({ sql }) => print(await reportClock(sql), json))
    })
  move('pause', 'stop the clock; always works, and drops the target of a move', () => ({ action: 'pause' }))
  move('run', 'let time flow', (_text, { speed = '1' }) => ({ action: 'run', speed: speedOf(speed) })).option(
    '--speed <times>',
    `service seconds a real second, ${SPEED_MIN} to ${SPEED_MAX}; absent: 1`,
  )
  move('step <duration>', 'go on by a duration such as 15m, and stop there', (text) => {
    return { action: 'step', targetFrom: known('the step', STEP_RULE, stepTarget(text)) }
  })
  move('to <instant>', 'go to next-open, next-cycle, next-close or an instant such as 2026-12-01T09:25', (text) => {
    return { action: 'to', targetFrom: known('the instant', MOVE_RULE, moveTarget(text)) }
  })
  move('lock-step', 'hand the clock to the agents of the accounts that are pacing', () => ({ action: 'lock-step' }))
}

function known<T>(what: string, rule: string, target: T | null): T {
  if (target === null) throw new AppError('invalid', `${what} ${rule}`)
  return target
}

function speedOf(text: string): number {
  const speed = SPEED.test(text) ? Number(text) : Number.NaN
  if (speed >= SPEED_MIN && speed <= SPEED_MAX) return speed
  throw new AppError('invalid', `--speed must be a number from ${SPEED_MIN} to ${SPEED_MAX}`)
}

/** Commands the clock and waits until it has arrived, however long that takes; ending the wait does not stop it. */
async function moveClock(sql: Pool, wanted: ClockCommand): Promise<ClockReport> {
  const { move, target } = await sql.begin((tx) => obeyed(commandClock(tx, wanted)))
  for (;;) {
    const row = await readClockRow(sql)
    if (row && row.move !== move && (target === null || row.now < target))
      throw new AppError('conflict', `another command replaced this one: ${row.movedBy ?? 'unknown'}`)
    if (!row || row.move !== move || row.arrivedMove >= move) return await reportClock(sql)
    await sleep(LOOK_EVERY_MS)
  }
}

async function obeyed(commanded: ReturnType<typeof commandClock>): Promise<ClockRow> {
  const outcome = await commanded
  if (outcome.kind === 'done') return outcome.row
  if (outcome.kind === 'live')
    throw new AppError(
      'conflict',
      'SOURCES: the service works on live data, so its clock is real time and cannot be moved',
    )
  if (outcome.kind === 'unopened') throw new AppError('conflict', 'this service was never opened, so it has no clock')
  const now = easternExact(outcome.row.now)
  if (outcome.kind === 'backwards')
    throw new AppError('invalid', `the target must not be before service time, which is ${now}`)
  if (outcome.kind === 'beyond') throw new AppError('invalid', `the target ${CALENDAR_RULE}`)
  const { movedBy, target, state } = outcome.row
  const mover =
    state === 'lock-step' ? 'the accounts in lock-step move it' : `it goes to ${target && easternExact(target)}`
  throw new AppError(
    'conflict',
    `the clock is at ${now} and ${mover}, commanded by ${movedBy ?? 'unknown'}: run ops clock pause first`,
  )
}

/** An account is identified by its number, which means nothing without a label. */
const waitedFor = (what: ClockReport['waiting_for'][number]['what'], name: string | null): string =>
  what === 'account' && name !== null ? `account ${name}` : (name ?? what)

export function inWords({
  service_time,
  state,
  speed,
  effective_speed,
  target,
  waiting_for,
  did,
}: ClockReport): string {
  const lines = [
    `service time  ${service_time}`,
    `state         ${state}${target === null ? '' : ` to ${target}`}`,
    `speed         ${speed}, in effect ${effective_speed}`,
    ...waiting_for.map(({ what, name, reason }) => `waits for     ${waitedFor(what, name)}: ${reason}`),
  ]
  if (did === null) return [...lines, 'commanded by  nobody'].join('\n')
  const left = did.left_out.map((name) => `left out      ${name}: it was silent for 5 s`)
  const told = `from ${did.from} in ${did.seconds} s: ${counted(did.slots_fired, 'slot')} fired, ${did.slots_missed} missed`
  return [...lines, `commanded by  ${did.by}`, `did           ${told}`, ...left].join('\n')
}
