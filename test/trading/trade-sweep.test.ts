import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { quietRelay } from '../../harness/quiet-relay.ts'
import type { Broker } from '../../shared/broker/port.ts'
import { silentLog } from '../../shared/log.ts'
import { startScheduler } from '../../workers/schedule/scheduler.ts'
import { brokenRules } from './ledger-world.ts'
import { later, TRADING, tradeWorld } from './trade-world.ts'

const world = tradeWorld()
const broker: Pick<Broker, 'kind' | 'depths' | 'alarm'> = {
  kind: 'postgres',
  depths: () => Promise.resolve([]),
  alarm: () => null,
}

test('the scheduler saves expired trades, which reads have shown as expired before', async () => {
  const agent = await world.account()
  const ids = [await agent.pending(), await agent.pending()]
  await world.moveTo(later(60_001))
  const before = (await agent.ask({ url: `${TRADING}/history` })).body
  expect(before.trades).toMatchObject([{ status: 'expired' }, { status: 'expired' }])
  const clock = { now: () => world.vendors.at, sync: () => Promise.resolve(null), isGoverned: () => false }
  const relay = quietRelay()
  const scheduler = startScheduler({
    sql: world.sql,
    relay,
    log: silentLog,
    cadences: [],
    clock,
    sourceRunsKeepDays: 30,
    broker: broker as Broker,
  })
  try {
    await eventually(async () => {
      const rows = await world.sql<{ status: string }[]>`
        select t.status from trades as t where t.id in ${world.sql(ids)} and t.ended_at = t.expires_at`
      expect(rows.map(({ status }) => status)).toEqual(['expired', 'expired'])
    })
  } finally {
    await scheduler.stop()
  }
  expect((await agent.ask({ url: `${TRADING}/history` })).body).toEqual(before)
  expect(await brokenRules(world.sql)).toEqual([])
})
