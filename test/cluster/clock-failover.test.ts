import { expect, onTestFinished, test } from 'vitest'
import { type PostgresPair, startPostgresPair } from '../../harness/cluster/postgres-pair.ts'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import { silentLog } from '../../shared/log.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { openServiceTime } from '../../shared/postgres/server/service-time.ts'
import { ClockMover } from '../../workers/clock/clock-mover.ts'
import { OPENED } from '../workers/clock-world.ts'

const SLOT = new Date('2026-11-20T15:00:00Z')
const TARGET = new Date('2026-11-20T15:00:30Z')
const KEY = 'cycle:2026-11-20T10:00'

const clock = { now: () => OPENED, reach: async () => {}, hear: async () => {} }
const broker = { deadLetters: async () => [] }

/** A mover that outlives a failover, as that of a scheduler does, with its clock on its way to the target. */
async function moving(pair: PostgresPair): Promise<{ sql: Pool; step(): Promise<void> }> {
  const sql = openPool(pair.url, { max: 4, name: 'test' })
  onTestFinished(() => sql.end({ timeout: 1 }))
  await sql`delete from service_time`
  await openServiceTime(sql, OPENED, { speed: 1, reason: 'test', isGoverned: true })
  await sql`update service_time set target = ${TARGET}, move_from = ${OPENED}, moved_at = clock_timestamp()`
  const seams = { clock, broker, isBusy: () => false, sourceRunsKeepDays: 30, pacingSilenceS: 600 }
  const mover = new ClockMover(Object.assign(seams, { sql, relay: quietRelay(), log: silentLog, cadences: [] }))
  return {
    sql,
    async step() {
      await mover.step((await mover.look())!)
      // Stands for the stages, which have the effects of all messages at once.
      await sql`update outbox set settled_at = clock_timestamp() where settled_at is null`
    },
  }
}

const stateOf = async (sql: Pool) =>
  (await sql<{ state: string }[]>`select s.state from slots as s where s.key = ${KEY}`)[0]?.state
const ceilingOf = async (sql: Pool) =>
  (await sql<{ at: Date }[]>`select st.ceiling as at from service_time as st`)[0]!.at.getTime()

test('slots whose decision a failover lost are decided again before the running clock goes on', async () => {
  const pair = await startPostgresPair()
  onTestFinished(() => pair.stop())
  const { sql, step } = await moving(pair)
  while ((await ceilingOf(sql)) < SLOT.getTime()) await step()
  await eventually(async () => expect(await pair.atStandby(ceilingOf)).toBe(SLOT.getTime()))
  await pair.cutStream()
  while ((await stateOf(sql)) === undefined) await step()

  await pair.killPrimary()
  await pair.promote()
  await eventually(async () => expect(await stateOf(sql)).toBeUndefined())
  while ((await ceilingOf(sql)) < TARGET.getTime()) await step()
  expect(await stateOf(sql)).toBe('fired')
  expect(await sql`select s.key from slots as s where s.state = 'missed'`).toEqual([])
}, 120_000)
