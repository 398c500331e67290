import { quietRelay } from '../../harness/quiet-relay.ts'
import { handleDelivery } from '../../shared/broker/handle-delivery.ts'
import { readConfig } from '../../shared/config.ts'
import { silentLog } from '../../shared/log.ts'
import { createLiveMarket } from '../../shared/market/live-market.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { stepServiceTime } from '../../shared/postgres/server/service-time.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'
import { runDueSlots } from '../../workers/schedule/run-due-slots.ts'
import { portfolioStage, SNAPSHOT_LIMITS, snapshotMarket } from '../../workers/snapshot-accounts.ts'
import type { Vendors } from './vendors.ts'

/** The scheduler and the stage that takes account snapshots, over the simulated vendors. */
export function snapshotWorld(vendors: Vendors) {
  const { sql } = vendors.db
  const clock = { now: () => vendors.at, isGoverned: () => false }
  const config = readConfig({ SIMULATOR_URL: vendors.world.simulator.url, QUOTE_PROVIDERS: 'cboe' })
  const { providers, close } = openProviders({ config, brokerage: null, clock, takeToken: async () => 0 })
  const deps = { sql, relay: quietRelay(), log: silentLog }

  /** A new market each time, so that no quote is reused from an earlier moment of the simulated day. */
  const stage = () => {
    const market = createLiveMarket({ providers, limits: SNAPSHOT_LIMITS })
    return portfolioStage({ sql, market: snapshotMarket(sql, market, clock), vendors: market, clock, log: silentLog })
  }

  async function deliver(body: unknown, redelivered = false) {
    const handler = stage() as Parameters<typeof handleDelivery>[1]
    return await handleDelivery(deps, handler, { body, deliveryId: 'x', redelivered }, {})
  }

  /** The messages that no stage has handled yet. */
  async function waiting(): Promise<unknown[]> {
    const rows = await sql<{ envelope: unknown }[]>`
      select o.envelope from outbox as o
      where o.envelope->>'type' = 'portfolio.due'
        and not exists (select 1 from inbox as i where i.message_id = o.message_id and i.state = 'done')
      order by o.message_id limit 100`
    return rows.map(({ envelope }) => envelope)
  }

  /** Moves time and runs the scheduler; returns the messages to handle. */
  async function due(day: TradingDay, time: string): Promise<unknown[]> {
    vendors.at = instantAt(day, time)
    await stepServiceTime(sql, vendors.at)
    await runDueSlots({ ...deps, cadences: [] }, vendors.at)
    return await waiting()
  }

  /** Like `due`, and the stage handles the messages. */
  async function walkTo(day: TradingDay, time: string): Promise<void> {
    for (const envelope of await due(day, time)) {
      const { outcome, reason } = await deliver(envelope)
      if (outcome !== 'done') throw new Error(`${outcome}: ${reason}`)
    }
  }

  return { clock, deliver, due, walkTo, close }
}
