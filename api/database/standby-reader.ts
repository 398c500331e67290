import type { Reader } from './reader.ts'
import { parseLsn, StandbyLag } from './standby-lag.ts'

const LOOK_EVERY_MS = 250

export interface StandbyState {
  /** Null: not known. */
  lagSeconds: number | null
  /** True if a primary answers there, as after its promotion. */
  isPromoted: boolean
  /** True if public documents are read from it now. */
  serves: boolean
}

export interface Standby {
  /** Reads from the standby where it is far enough, and from the primary otherwise. */
  reader: Reader
  /** Something changed on the primary: until the standby has replayed it, the primary is read. */
  noteChange(): void
  state(): StandbyState
  close(): Promise<void>
}

interface StandbyDeps {
  primary: Reader
  standby: Reader
  lagMaxS: number
}

/**
 * A standby for public documents. A change is announced after its commit, and the primary's position is read only after
 * that, so a standby that has replayed the position has the change.
 */
export function readFromStandby({ primary, standby, lagMaxS }: StandbyDeps): Standby {
  const lag = new StandbyLag()
  const lagMaxMs = lagMaxS * 1_000
  // A replica that starts has heard of no change, so the position of the primary then counts as the first one.
  let required: bigint | null = null
  let changes = 0
  let isLooking = false
  let isPromoted = false

  async function primaryPosition(): Promise<bigint> {
    const [row] = await primary.read((sql) => sql<[{ lsn: string }]>`select pg_current_wal_insert_lsn()::text as lsn`)
    const lsn = parseLsn(row.lsn)
    lag.notePrimary(lsn, performance.now())
    return lsn
  }

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    const seen = changes
    try {
      const lsn = await primaryPosition()
      if (required === null && seen === changes) required = lsn
      const rows = await standby.read(
        (sql) => sql<{ lsn: string | null; isPromoted: boolean }[]>`
          select pg_last_wal_replay_lsn()::text as lsn, not pg_is_in_recovery() as "isPromoted"`,
      )
      isPromoted = rows[0]?.isPromoted === true
      const replayed = isPromoted ? null : (rows[0]?.lsn ?? null)
      if (replayed !== null) lag.noteReplayed(parseLsn(replayed))
    } catch {
      // Both readers log their outages themselves; while the lag is unknown, the standby is not used.
    } finally {
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()

  function state(): StandbyState {
    // A promoted server replays nothing more, so its last position says nothing about its content.
    const isUsable = standby.state() === 'up' && !isPromoted
    const lagMs = isUsable ? lag.lagMs(performance.now(), lagMaxMs) : null
    const isThere = required !== null && lag.hasReplayed(required)
    const serves = lagMs !== null && lagMs <= lagMaxMs && isThere
    return { lagSeconds: lagMs === null ? null : lagMs / 1_000, isPromoted, serves }
  }

  const reader: Reader = {
    async read(work) {
      if (!state().serves) return await primary.read(work)
      // A standby may cancel a read that conflicts with what it replays; reads can be repeated.
      return await standby.read(work).catch(() => primary.read(work))
    },
    state: primary.state,
    onUp: primary.onUp,
    close: primary.close,
  }
  return {
    reader,
    noteChange() {
      changes += 1
      required = null
      void look()
    },
    state,
    async close() {
      clearInterval(timer)
      await standby.close()
    },
  }
}
