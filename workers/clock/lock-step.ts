import type { Log } from '../../shared/log.ts'
import { leftOut, recordGaveUp } from '../../shared/postgres/server/clock-gave-up.ts'
import { announceClock, noteArrival } from '../../shared/postgres/server/clock-row.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { recordAccountEvent } from '../../shared/postgres/trading/account-events.ts'
import { leaveOut, type PacedAccount, wakeAccounts } from '../../shared/postgres/trading/wishes.ts'
import type { Clock } from '../../shared/time/clock.ts'

/** Waits are announced; this finds those that were not, and accounts that have become silent. */
const THINKING_POLL_MS = 250
const SIGHT_POLL_MS = 2

interface Deps {
  sql: Pool
  log: Log
  clock: Pick<Clock, 'now'>
  pacingSilenceS: number
}

/** The facts of an instant whose work is done, at a change of the clock. */
interface Instant {
  accounts: readonly PacedAccount[]
  seq: number
  /** For how many seconds this process has moved the clock. */
  ledForS: number
  isSeen: () => Promise<boolean>
}

export type Paced = { kind: 'stand'; waitMs: number } | { kind: 'move'; upTo: Date | null }

/**
 * Decides what lock-step does at an instant whose work is done: it wakes the accounts whose waits are due, stands still
 * while one of them does not wait, and otherwise moves on, at most to the earliest wait. A silent account is left out.
 */
export async function pace(
  { sql, log, clock, pacingSilenceS }: Deps,
  { accounts, seq, ledForS, isSeen }: Instant,
): Promise<Paced> {
  const due = accounts.filter(({ isDue }) => isDue)
  if (due.length > 0) {
    if (!(await isSeen())) return { kind: 'stand', waitMs: SIGHT_POLL_MS }
    await sql.begin(async (tx) => {
      if (!(await noteArrival(tx, seq))) return
      await wakeAccounts(
        tx,
        due.map(({ id }) => id),
      )
      await announceClock(tx)
    })
    return { kind: 'stand', waitMs: 0 }
  }
  const thinking = accounts.filter(({ wish }) => wish === null)
  for (const account of thinking) {
    // A scheduler that has just started cannot tell silence from its own absence.
    if (Math.min(account.silentSeconds, ledForS) >= pacingSilenceS) await leaveSilent({ sql, log, clock }, account)
  }
  if (accounts.length === 0 || thinking.length > 0) return { kind: 'stand', waitMs: THINKING_POLL_MS }
  const wished = accounts.flatMap(({ at }) => (at === null ? [] : [at.getTime()]))
  return { kind: 'move', upTo: wished.length > 0 ? new Date(Math.min(...wished)) : null }
}

async function leaveSilent(
  { sql, log, clock }: Pick<Deps, 'sql' | 'log' | 'clock'>,
  account: PacedAccount,
): Promise<void> {
  const seconds = Math.floor(account.silentSeconds)
  const { id: accountId } = account
  const isLeft = await sql.begin(async (tx) => {
    const left = await leaveOut(tx, accountId)
    const data = { silent_seconds: seconds }
    if (left) {
      await recordAccountEvent(tx, { accountId, epoch: account.epoch, kind: 'left_out', actor: 'service', data })
      await recordGaveUp(tx, clock.now(), [leftOut(account, seconds)])
    }
    return left
  })
  if (isLeft) log.warn({ account: account.id, silent_s: seconds }, 'account_left_out')
}
