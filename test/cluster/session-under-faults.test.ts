import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { isClusterRun } from '../../harness/run-environment.ts'
import { PUBLIC_LOG } from '../../shared/postgres/events/events.ts'
import { brokenRules } from '../trading/ledger-world.ts'
import { openSessionWorld, type SessionWorld } from './session-world.ts'

/** Twelve minutes of faults are for `npm run test:cluster`; rabbitmq.test.ts kills one leader in every run. */
const FROZEN_MS = 30_000
const NODES = [0, 1, 2]

describe.runIf(isClusterRun)('planned cycles and trades while the brokers fail', () => {
  const db = testDatabase()
  let world: SessionWorld
  beforeAll(async () => {
    world = await openSessionWorld({ sql: db.sql, url: db.url })
  }, 400_000)
  afterAll(() => world?.close(), 60_000)
  const nodeOf = (at: number) => world.cluster.nodes[at]!

  test.each(NODES)(
    'go on while node %i is killed and started again',
    async (at) => {
      await world.during(`node ${at} killed`, async () => {
        await nodeOf(at).kill()
        await nodeOf(at).start()
      })
    },
    400_000,
  )

  test.each(NODES)(
    'go on while node %i is frozen for 30 s',
    async (at) => {
      await world.during(`node ${at} frozen for 30 s`, async () => {
        await nodeOf(at).freeze()
        await sleep(FROZEN_MS)
        await nodeOf(at).thaw()
      })
    },
    400_000,
  )

  test('go on while all nodes are restarted, one after the other', async () => {
    await world.during('rolling restart', () => world.cluster.restartEach())
  }, 400_000)

  test('leave a clean audit, every confirmed trade once, and every event id once', async () => {
    await world.finish()
    const { sql } = db
    const executed = await sql<{ id: string; entries: number }[]>`
      select t.id, (select count(*)::integer from ledger_entries as e where e.trade_id = t.id) as entries
      from trades as t where t.status = 'executed'`
    const entries = new Map(executed.map((trade) => [trade.id, trade.entries]))
    expect(world.confirmed.filter((id) => entries.get(id) !== 1)).toEqual([])
    const logged = await sql<{ id: number }[]>`
      select e.id from events as e where e.log = ${PUBLIC_LOG} and e.hash is not null order by e.id`
    expect(world.followed).toEqual(logged.map(({ id }) => id))
    const given = await sql`select i.message_id, i.stage, i.error from inbox as i where i.state = 'failed'`
    expect([...given]).toEqual([])
    expect(await brokenRules(sql)).toEqual([])
  }, 300_000)
})
