import { Writable } from 'node:stream'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { createTally, type StageTally } from '../../shared/broker/stage-tally.ts'
import { readStageDepths, saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import {
  liveWorkers,
  pruneWorkers,
  readStageTotals,
  saveHeartbeat,
} from '../../shared/postgres/messaging/stage-workers.ts'
import { type Heartbeat, startHeartbeat } from '../../workers/heartbeat.ts'

const database = testDatabase({ each: true })
let tally: StageTally
let heartbeat: Heartbeat | undefined
const levels: string[] = []
const log = pino(
  { level: 'debug', formatters: { level: (level) => ({ level }) } },
  new Writable({
    write(chunk, _encoding, done) {
      levels.push((JSON.parse(chunk.toString()) as { level: string }).level)
      done()
    },
  }),
)

beforeEach(async () => {
  tally = createTally()
  tally.runs('report', 2)
  levels.length = 0
})
afterEach(async () => {
  await heartbeat?.stop()
  heartbeat = undefined
})

const start = () => (heartbeat = startHeartbeat({ sql: database.sql, log, tally }, { everyMs: 20 }))
const work = (times: number) => {
  for (let time = 0; time < times; time += 1) {
    tally.took('report')
    tally.reported('report', 'done', 500)
  }
}

test('heartbeat: a failure ends nothing, warns once and loses no count', async () => {
  start()
  work(2)
  await eventually(async () => expect(await readStageTotals(database.sql)).toMatchObject([{ handled: 2 }]))
  await database.sql`alter table stage_totals rename to gone`
  work(1)
  await eventually(() => levels.length >= 3)
  expect(levels.slice(0, 3)).toEqual(['warn', 'debug', 'debug'])
  work(1)
  await database.sql`alter table gone rename to stage_totals`
  await eventually(async () =>
    expect(await readStageTotals(database.sql)).toEqual([
      { stage: 'report', outcome: 'done', handled: 4, handlingSeconds: 2 },
    ]),
  )
})

test('heartbeat: a drained process reports its last counts and leaves the list', async () => {
  start()
  await eventually(async () => expect(await liveWorkers(database.sql)).toHaveLength(1))
  work(3)
  await heartbeat!.stop()
  expect(await liveWorkers(database.sql)).toEqual([])
  expect(await readStageTotals(database.sql)).toMatchObject([{ handled: 3 }])
})

const worker = { id: '00000000-0000-4000-8000-000000000001', host: 'h', pid: 1, upSeconds: 5 }
const beat = () => saveHeartbeat(database.sql, worker, tally.work(), [])
const silentFor = (seconds: number) =>
  database.sql`update stage_workers set seen_at = clock_timestamp() - make_interval(secs => ${seconds})`
const rows = async () => (await database.sql`select w.pid from stage_workers as w`).length

test('heartbeat: a silent worker is hidden after 15 s, deleted after a minute, and back with its next beat', async () => {
  await beat()
  expect(await liveWorkers(database.sql)).toMatchObject([{ stage: 'report', host: 'h', pid: 1, concurrency: 2 }])
  await silentFor(16)
  await pruneWorkers(database.sql)
  expect([(await liveWorkers(database.sql)).length, await rows()]).toEqual([0, 1])
  await silentFor(61)
  await pruneWorkers(database.sql)
  expect(await rows()).toBe(0)
  await beat()
  expect(await liveWorkers(database.sql)).toHaveLength(1)
})

test('stages: the time since messages wait without a worker is recorded, and restarts after a gap in the records', async () => {
  const { sql } = database
  const look = async (ready: number) => {
    await saveStageDepths(sql, 'postgres', [
      { stage: 'report', ready, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null },
    ])
    const [seen] = await readStageDepths(sql)
    return seen!.unattendedSeconds
  }
  const aMinuteAgo = () => sql`update stage_depths set unattended_since = unattended_since - interval '1 minute'`
  expect(await look(0)).toBeNull()
  expect(await look(3)).toBeLessThan(60)
  await aMinuteAgo()
  expect(await look(3)).toBeGreaterThanOrEqual(60)
  await beat()
  expect(await look(3)).toBeNull()
  await silentFor(16)
  expect(await look(3)).toBeLessThan(60)
  await aMinuteAgo()
  expect(await look(0)).toBeNull()
  await look(3)
  await aMinuteAgo()
  await sql`update stage_depths set observed_at = clock_timestamp() - interval '31 s'`
  expect(await look(3)).toBeLessThan(60)
})

test('heartbeat: a worker tells why the database refuses its writes, until it takes one', async () => {
  tally.took('report')
  tally.reported('report', 'retry', 5, 'full')
  start()
  await eventually(async () => expect(await liveWorkers(database.sql)).toMatchObject([{ refusal: 'full' }]))
  work(1)
  await eventually(async () => expect(await liveWorkers(database.sql)).toMatchObject([{ refusal: null }]))
})
