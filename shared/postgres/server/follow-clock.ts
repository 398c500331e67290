import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { errorMessage } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { noteReader, removeReader } from './clock-readers.ts'
import { CLOCK_CHANNEL, type ClockNotice } from './clock-row.ts'
import type { Pool } from './db.ts'
import { listen } from './listen.ts'
import type { ServiceClock } from './service-time.ts'

const BEAT_EVERY_MS = 1_000

const Notice = z.object({
  seq: z.number(),
  at: z.number().nullable(),
  arriving: z.number().nullable(),
  wish: z.boolean().default(false),
})

/** Tells those in this process who wait for a change of the clock. */
export interface ClockChanges {
  /** `isMove` is false for a look that found the clock as it was; who waits looks again then, too. */
  announce(isMove?: boolean): void
  subscribe(listener: (isMove: boolean) => void): () => void
  /** The number of changes so far, for `next`. */
  count(): number
  /** Waits for a change after a counted one, at most for so long; at once after `close`. */
  next(after: number, withinMs: number): Promise<void>
  isClosed(): boolean
  close(): void
}

export function createClockChanges(): ClockChanges {
  const listeners = new Set<(isMove: boolean) => void>()
  let closed = false
  let changes = 0
  const announce = (isMove = true): void => {
    changes += 1
    for (const listener of listeners) listener(isMove)
  }
  const subscribe: ClockChanges['subscribe'] = (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    announce,
    subscribe,
    count: () => changes,
    async next(after, withinMs) {
      if (closed || changes > after) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const leave = subscribe(() => resolve())
      const timer = setTimeout(resolve, withinMs)
      await promise
      clearTimeout(timer)
      leave()
    },
    isClosed: () => closed,
    close() {
      closed = true
      announce()
    },
  }
}

export interface ClockFollower {
  stop(): Promise<void>
}

interface FollowDeps {
  sql: Pool
  clock: ServiceClock
  log: Log
  /** Names this process for people. */
  name: string
  /** Called after each change that this process has taken over, and after each look, which rarely finds one. */
  onChange?: (isMove: boolean) => void
  /** Called when an agent has begun to wait. */
  onWish?: () => void
  /**
   * Renews what this process must have read before it may report that it has seen an instant; absent if nothing has to
   * be.
   */
  renew?: () => Promise<void>
}

/**
 * Keeps the clock of this process at the newest change, and reports which change it has seen: every second, and at once
 * when an arrival waits for it. A process that reads the time without following it would show an older one after a
 * step.
 */
export function followClock({ sql, clock, log, name, onChange, onWish, renew }: FollowDeps): ClockFollower {
  const id = randomUUID()
  let seen = 0
  let answered = 0
  let taken = ''
  let stopped = false
  let turn: Promise<void> = Promise.resolve()

  async function take(notice: ClockNotice): Promise<void> {
    await clock.hear(notice)
    const isMove = taken !== `${notice.seq} ${notice.arriving}`
    taken = `${notice.seq} ${notice.arriving}`
    onChange?.(isMove)
    if (notice.arriving !== null && notice.arriving > answered) {
      await renew?.()
      answered = notice.arriving
      seen = Math.max(seen, notice.seq)
      await noteReader(sql, { id, name, seen })
    } else if (notice.arriving === null) seen = Math.max(seen, notice.seq)
  }

  const inTurn = (work: () => Promise<void>): void => {
    turn = turn.then(work).catch((error: unknown) => log.debug({ error: errorMessage(error) }, 'clock_not_followed'))
  }

  /** Records that this process lives, and reads the row: it shows what was missed during a gap in the notifications. */
  async function look(): Promise<void> {
    const noted = seen
    const notice = await clock.sync({ id, name, seen })
    if (notice) await take(notice)
    if (seen > noted) await noteReader(sql, { id, name, seen })
  }

  const listener = listen(sql, CLOCK_CHANNEL, {
    onPayload: (payload) => {
      const notice = Notice.safeParse(JSON.parse(payload)).data
      if (notice?.wish) onWish?.()
      else if (notice && !stopped) inTurn(() => take(notice))
    },
    onListening: () => (stopped ? undefined : inTurn(look)),
    log,
  })
  const timer = setInterval(() => inTurn(look), BEAT_EVERY_MS)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await turn
      await listener.close()
      await removeReader(sql, id).catch(() => {})
    },
  }
}
