import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { post, trade } from './ledger-world.ts'
import { ACCOUNTS, ask, type Created, createAccount } from './replicas.ts'
import { snapshotWorld } from './snapshot-world.ts'
import { openVendors, type Vendors } from './vendors.ts'

export const FRIDAY = tradingDay('2026-11-20')
export const NOTHING = { quantity: 0, costE4: 0 }

/** One vendor world per test file, and for each test a new account just after Friday's open, without snapshots. */
export function snapshotAccount() {
  const state = {} as {
    vendors: Vendors
    app: FastifyInstance
    world: ReturnType<typeof snapshotWorld>
    agent: Created
  }
  beforeAll(async () => {
    state.vendors = await openVendors()
    state.app = await state.vendors.replica({ providers: 'cboe' })
    state.world = snapshotWorld(state.vendors)
  })
  beforeEach(async () => {
    const { vendors, app } = state
    const { sql } = vendors.db
    await vendors.world.heal()
    for (const { account_id } of (await ask(app, { url: ACCOUNTS })).json().accounts)
      await ask(app, { method: 'DELETE', url: `${ACCOUNTS}/${account_id}` })
    await sql`truncate account_snapshots, slots, ai_reads, cycles, inbox, outbox, latest_quotes cascade`
    vendors.at = new Date('2026-11-20T14:31:00Z')
    await sql`
      update service_time set real_origin = clock_timestamp(), service_origin = ${vendors.at}, since = ${vendors.at},
        last_seen = ${vendors.at}, speed = 0`
    state.agent = await createAccount(app)
  })
  afterAll(async () => {
    await state.world.close()
    await state.vendors.close()
  })

  const admin = async (path: string) => {
    const answer = await ask(state.app, { url: `/api/v1/trading/admin/${path}` })
    return { status: answer.statusCode, body: answer.json() }
  }
  return Object.assign(state, {
    buy: (instrument: string, quantity: number, notionalE4: number, held = NOTHING) =>
      post(state.vendors.db.sql, state.agent.account_id, trade({ instrument, quantity, notionalE4, held })),
    own: async (path: string) =>
      (await ask(state.app, { url: `/api/v1/trading/${path}`, token: state.agent.token })).json(),
    admin,
    snapshots: async () => (await admin(`snapshots/${state.agent.account_id}`)).body.snapshots,
  })
}
