import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import type { TestDatabase } from '../../harness/database.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import type { DeadLetter } from '../../shared/broker/port.ts'
import { silentLog } from '../../shared/log.ts'
import type { ClockReport } from '../../shared/postgres/server/clock-report.ts'
import { createClockChanges, followClock } from '../../shared/postgres/server/follow-clock.ts'
import { openServiceTime, serviceClock } from '../../shared/postgres/server/service-time.ts'
import { driveClock } from '../../workers/clock/drive-clock.ts'
import { ADMIN, testApi } from '../api/support/api.ts'

/** Friday 2026-11-20, half a minute before a cycle, an hourly snapshot and an entry of the screener. */
export const OPENED = new Date('2026-11-20T14:59:30Z')
export const at = (time: string): string => `2026-11-20T${time}-05:00`

type Database = Omit<TestDatabase, 'drop'>

export interface ClockWorld {
  app: FastifyInstance
  get(): Promise<ClockReport>
  post(body: object): Promise<{
    status: number
    body: ClockReport & { code?: string; message?: string; details?: Record<string, unknown> }
  }>
  /** Handles, as the stages would, what holds the clock now; returns the messages. */
  handle(stage?: string): Promise<string[]>
  /** Handles everything until `end` resolves. */
  handleUntil<T>(end: Promise<T>): Promise<T>
}

export interface Driven {
  /** Letters that the broker made itself; the driver looks for them after a tenth of a second. */
  letters?: readonly Pick<DeadLetter, 'messageId' | 'stage'>[]
  pacingSilenceS?: number
}

/** A scheduler that moves the clock of the database; stopped with the test. */
export function startDriver({ sql, url: _url }: Database, { letters = [], pacingSilenceS = 600 }: Driven = {}) {
  const clock = serviceClock(() => sql)
  const broker = {
    deadLetters: async ({ stage }: { stage?: string } = {}) =>
      letters.filter((letter) => letter.stage === stage) as DeadLetter[],
  }
  const deps = { sql, relay: quietRelay(), log: silentLog, cadences: [], clock, broker, sourceRunsKeepDays: 30 }
  const driver = driveClock({ ...deps, direct: deps.sql, pacingSilenceS, isBusy: () => false, deadLettersEveryMs: 100 })
  const wake = () => driver.wake()
  const follower = followClock({ sql, clock, log: silentLog, name: 'worker', onChange: wake, onWish: wake })
  const stop = async () => {
    await driver.stop()
    await follower.stop()
    clock.close()
  }
  onTestFinished(stop)
  return { clock, stop }
}

/** A replica that follows the clock, over a database whose service time is open. */
export async function clockWorld(database: Database): Promise<ClockWorld> {
  const { sql, url } = database
  await openServiceTime(sql, OPENED, { speed: 1, reason: 'test' })
  await sql`insert into data_mode (mode) values ('simulated')`
  const clock = serviceClock(() => sql)
  await clock.sync()
  const clockChanges = createClockChanges()
  const follower = followClock({ sql, clock, log: silentLog, name: 'api', onChange: clockChanges.announce })
  const app = await testApi(url, { clock, clockChanges })
  onTestFinished(async () => {
    await follower.stop()
    clock.close()
  })
  const headers = { authorization: `Bearer ${ADMIN}` }
  const path = '/api/v1/admin/clock'
  const handle = async (stage?: string): Promise<string[]> => {
    const rows = await sql<{ id: string }[]>`
      insert into inbox (message_id, stage, state, attempts)
      select o.message_id, s.stage, 'done', 1 from outbox as o cross join unnest(o.stages) as s (stage)
      where o.settled_at is null and (${stage ?? null}::text is null or s.stage = ${stage ?? null})
      on conflict do nothing returning message_id as id`
    return rows.map(({ id }) => id)
  }
  return {
    app,
    get: async () => (await app.inject({ url: path, headers })).json(),
    async post(body) {
      const answer = await app.inject({ method: 'POST', url: path, headers, payload: body })
      return { status: answer.statusCode, body: answer.json() }
    },
    handle,
    async handleUntil(end) {
      let ended = false
      const noted = end.finally(() => {
        ended = true
      })
      while (!ended) {
        await handle()
        await new Promise((done) => setTimeout(done, 5))
      }
      return await noted
    },
  }
}
