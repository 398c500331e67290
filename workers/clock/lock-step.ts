import type { NewEvent } from '../../shared/domain/contract/event.ts'
import type { Log } from '../../shared/log.ts'
import { accountLog, appendEvents } from '../../shared/postgres/events/events.ts'
import { announceClock } from '../../shared/postgres/server/clock-row.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { leaveOut, type PacedAccount, pacedAccounts, wakeAccounts } from '../../shared/postgres/trading/wishes.ts'

/** Agents that think are looked at again this often. */
const THINKING_POLL_MS = 10
const SIGHT_POLL_MS = 2

interface Deps {
  sql: Pool
  log: Log
  pacingSilenceS: number
}

export type Paced = { kind: 'stand'; waitMs: number } | { kind: 'move'; upTo: Date | null }

/**
 * Decides what a lock-step does at an instant whose work is done: it wakes the accounts whose wishes are due, stands while
 * one of them does not wait, and else moves on, to the earliest wish at most. A silent account is left out.
 */
export async function pace(
  { sql, log, pacingSilenceS }: Deps,
  { now, ledForS, isSeen }: { now: Date; ledForS: number; isSeen: () => Promise<boolean> },
): Promise<Paced> {
  const accounts = await pacedAccounts(sql)
  const due = accounts.filter(({ isDue }) => isDue)
  if (due.length > 0) {
    if (!(await isSeen())) return { kind: 'stand', waitMs: SIGHT_POLL_MS }
    await sql.begin(async (tx) => {
      await wakeAccounts(
        tx,
        due.map(({ id }) => id),
      )
      await tx`update service_time as st set seq = st.seq + 1, arrived_seq = st.arriving, arriving = null`
      await announceClock(tx)
    })
    return { kind: 'stand', waitMs: 0 }
  }
  const thinking = accounts.filter(({ wish }) => wish === null)
  for (const account of thinking) {
    // A scheduler that has just started cannot tell silence from its own absence.
    if (Math.min(account.silentSeconds, ledForS) >= pacingSilenceS) await leaveSilent({ sql, log }, account, now)
  }
  if (accounts.length === 0 || thinking.length > 0) return { kind: 'stand', waitMs: THINKING_POLL_MS }
  const wished = accounts.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  return { kind: 'move', upTo: wished.length > 0 ? new Date(Math.min(...wished)) : null }
}

async function leaveSilent({ sql, log }: Pick<Deps, 'sql' | 'log'>, account: PacedAccount, now: Date): Promise<void> {
  const seconds = Math.floor(account.silentSeconds)
  const event: NewEvent = {
    key: `left-out/${account.id}/${now.toISOString()}`,
    kind: 'account',
    subject: 'pacing',
    severity: 'warning',
    title: `The clock no longer waits for this account: its tokens made no call for ${seconds} s of real time.`,
    at: now,
    data: { event: 'left_out', silent_seconds: seconds },
    cycleId: null,
    origin: 'scheduled',
  }
  const isLeft = await sql.begin(async (tx) => {
    const left = await leaveOut(tx, account.id)
    if (left) await appendEvents(tx, [event], accountLog(account.id))
    return left
  })
  if (isLeft) log.warn({ account: account.id, silent_s: seconds }, 'account_left_out')
}
