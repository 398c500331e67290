import { onTestFinished } from 'vitest'
import type { ClockStep } from '../shared/postgres/server/clock-epoch.ts'
import { clockWatch } from '../shared/postgres/server/clock-watch.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import type { TestDatabase } from './database.ts'

export interface MovableClock {
  /** Its connections see the moved clock; those that were opened before do not. */
  sql: Pool
  url: string
  /** Postgres's clock alone: a step. */
  step(ms: number): Promise<void>
  /** All clocks run together. */
  pass(ms: number): Promise<void>
  /** Postgres's clock and the machine's uptime continue, and the monotonic clock of a suspended process stands. */
  suspend(ms: number): Promise<void>
  /** A process that watches the clock, and the steps that it raised the epoch for. */
  watch(): ReturnType<typeof clockWatch> & { steps: ClockStep[] }
}

/** Puts a function before Postgres's own `clock_timestamp` in a test database, so that statements read a moved clock. */
export async function movableClock(database: Omit<TestDatabase, 'drop'>): Promise<MovableClock> {
  await database.sql`create table moved_clock as select interval '0' as by`
  await database.sql`
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + m.by from public.moved_clock as m'`
  const url = new URL(database.url)
  url.searchParams.set('options', '-c search_path=public,pg_catalog')
  const sql = openPool(url.href, { max: 4, name: 'moved' })
  onTestFinished(() => sql.end({ timeout: 1 }))
  let monotonicMs = 0
  let suspendedMs = 0
  const move = async (ms: number): Promise<void> => {
    await sql`update moved_clock as m set by = m.by + ${ms} * interval '1 millisecond'`
  }
  return {
    sql,
    url: url.href,
    step: move,
    async pass(ms) {
      monotonicMs += ms
      await move(ms)
    },
    async suspend(ms) {
      suspendedMs += ms
      await move(ms)
    },
    watch() {
      const steps: ClockStep[] = []
      const watch = clockWatch({
        sql: () => sql,
        monotonicMs: () => performance.now() + monotonicMs,
        uptimeMs: () => performance.now() + monotonicMs + suspendedMs,
        onStep: (step) => steps.push(step),
      })
      return { ...watch, steps }
    },
  }
}
