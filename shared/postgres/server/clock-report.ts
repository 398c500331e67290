import { z } from 'zod'
import { loadingSentence } from '../../domain/contract/history-loading.ts'
import { easternExact } from '../../time/eastern.ts'
import { readLoading } from '../market/backfill.ts'
import { unsettledStages } from '../messaging/settled.ts'
import { countDecided } from '../messaging/slots.ts'
import { pacedAccounts, sharedNow } from '../trading/wishes.ts'
import { gaveUpOn } from './clock-gave-up.ts'
import { isClockLed } from './clock-lead.ts'
import { lateReaders } from './clock-readers.ts'
import { type ClockRow, readClockRow } from './clock-row.ts'
import { schedulerSilentSeconds } from './data-losses.ts'
import type { Db } from './db.ts'

const Instant = z.iso.datetime({ offset: true })

/** Schedulers raise their sequence every second. */
const SCHEDULER_SILENT_SECONDS_MAX = 5

const Hold = z.object({
  what: z
    .enum(['backfill', 'stage', 'reader', 'account', 'nobody', 'scheduler', 'gave_up'])
    .describe(
      'backfill: history is still loading; stage: messages are not handled; reader: a process has not seen the ' +
        'instant; account: its agent does not wait; nobody: no account is pacing; scheduler: none runs, or none ' +
        'moves it yet; gave_up: a limit of real time was reached in this session, which holds nothing, but ' +
        'another run may differ',
    ),
  name: z
    .string()
    .nullable()
    .describe('name of the stage, the process, the account or the limit; null where there is none'),
  reason: z.string().describe('one sentence'),
})

export const ClockReport = z
  .object({
    service_time: Instant.describe('the time of the service, Eastern offset'),
    state: z
      .enum(['run', 'paused', 'moving', 'lock-step'])
      .describe('run: time flows; paused: it stands; moving: it goes to `target`; lock-step: agents move it'),
    speed: z.number().describe('requested speed in service seconds per real second, while time runs'),
    effective_speed: z
      .number()
      .describe('measured speed: over the last seconds while time runs, since the start of a move, 0 when paused'),
    target: Instant.nullable().describe('target of the move; null when no move is under way'),
    waiting_for: z.array(Hold).describe('what the clock waits for at this instant; empty when it waits for nothing'),
    did: z
      .object({
        by: z.string().describe('who sent the newest command'),
        from: Instant.describe('service time at the command'),
        arrived: z.boolean().describe('whether the clock is where the command wants it'),
        seconds: z.number().describe('real seconds from the command until the clock arrived, or until now'),
        slots_fired: z.int().describe('slots since then that were fired, minutes of the wires included'),
        slots_missed: z.int().describe('slots since then that were missed; the event log has their reasons'),
        left_out: z
          .array(z.string())
          .describe('processes that were silent for 5 s, so that the arrival did not wait for them'),
      })
      .nullable()
      .describe('the effect of the newest command; null if this clock was never moved'),
  })
  .meta({ id: 'ClockReport', description: 'The clock of the service and what it waits for' })
export type ClockReport = z.infer<typeof ClockReport>
type Hold = z.infer<typeof Hold>

const hold = (what: Hold['what'], name: string | null, reason: string): Hold => ({ what, name, reason })

const seconds = (value: number): string => (value < 10 ? value.toFixed(1) : String(Math.round(value)))

async function stagesHolding(sql: Db): Promise<Hold[]> {
  return (await unsettledStages(sql)).map(({ stage, messages, oldestSeconds, retried }) => {
    const tried = retried > 0 ? `; ${retried} of them met an error and will be tried again` : ''
    const many = messages === 1 ? '1 message is' : `${messages} messages are`
    return hold('stage', stage, `${many} not handled, the oldest for ${seconds(oldestSeconds)} s${tried}`)
  })
}

async function accountsHolding(sql: Db): Promise<Hold[]> {
  const accounts = await pacedAccounts(sql)
  if (accounts.length === 0)
    return [
      hold(
        'nobody',
        null,
        'no account is pacing: mark one by PATCH /api/v1/trading/admin/accounts/{id} {"pacing": true}',
      ),
    ]
  return accounts
    .filter(({ wish }) => wish === null)
    .map(({ id, name, silentSeconds }) =>
      hold(
        'account',
        String(id),
        `${name} does not wait for the clock; its last call was ${seconds(silentSeconds)} s ago`,
      ),
    )
}

/** A scheduler takes the lead of a clock within a second of the command, so the command's own answer may come first. */
async function schedulerHolding(sql: Db): Promise<Hold[]> {
  if (await isClockLed(sql)) return []
  const silent = await schedulerSilentSeconds(sql)
  const isAlive = silent !== null && silent <= SCHEDULER_SILENT_SECONDS_MAX
  const why = isAlive
    ? 'the scheduler has not taken the clock over yet'
    : 'no scheduler runs, and only a scheduler moves the clock'
  return [hold('scheduler', null, why)]
}

async function holdsOf(sql: Db, row: ClockRow): Promise<Hold[]> {
  const isResting = row.state === 'paused' && row.target === null
  if (row.ceiling === null || isResting || row.now < row.ceiling) return []
  const holds: Hold[] = []
  holds.push(...(await schedulerHolding(sql)))
  const loading = await readLoading(sql)
  if (loading !== null) holds.push(hold('backfill', null, loadingSentence(loading)))
  holds.push(...(await stagesHolding(sql)))
  if (row.arriving !== null)
    for (const { name, isSilent } of await lateReaders(sql, row.arriving))
      if (!isSilent) holds.push(hold('reader', name, 'it has not said yet that it has seen this instant'))
  if (row.state === 'lock-step') holds.push(...(await accountsHolding(sql)))
  for (const { name, reason } of await gaveUpOn(sql, row.now)) holds.push(hold('gave_up', name, reason))
  return holds
}

async function didOf(sql: Db, row: ClockRow): Promise<ClockReport['did']> {
  if (!row.isCommanded || !row.moveFrom || !row.movedAt) return null
  const decided = await countDecided(sql, row.moveFrom, row.now)
  const late = row.arrivedSeq === null ? [] : await lateReaders(sql, row.arrivedSeq)
  const until = row.arrivedAt ?? row.realNow
  return {
    by: row.movedBy ?? 'unknown',
    from: easternExact(row.moveFrom),
    arrived: row.arrivedMove >= row.move,
    seconds: Math.round(until.getTime() - row.movedAt.getTime()) / 1_000,
    slots_fired: decided.fired,
    slots_missed: decided.missed,
    left_out: late.filter(({ isSilent }) => isSilent).map(({ name }) => name),
  }
}

/** A service that has not been opened yet runs in real time. */
async function unopened(sql: Db): Promise<ClockReport> {
  const now = easternExact(await sharedNow(sql))
  return { service_time: now, state: 'run', speed: 1, effective_speed: 1, target: null, waiting_for: [], did: null }
}

/** The clock as reported to people: where it is, what it waits for and what the newest command did. */
export async function reportClock(sql: Db): Promise<ClockReport> {
  const row = await readClockRow(sql)
  if (!row) return await unopened(sql)
  return {
    service_time: easternExact(row.now),
    state: row.target === null ? row.state : 'moving',
    speed: row.speed,
    effective_speed: Math.round(row.effectiveSpeed * 10) / 10,
    target: row.target && easternExact(row.target),
    waiting_for: await holdsOf(sql, row),
    did: await didOf(sql, row),
  }
}
