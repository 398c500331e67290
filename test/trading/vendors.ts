import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { freshDatabase, type TestDatabase } from '../../harness/database.ts'
import { readConfig } from '../../shared/config.ts'
import type { QuoteProviderId } from '../../shared/domain/market/market-quote.ts'
import { silentLog } from '../../shared/log.ts'
import { type Brokerage, openBrokerage } from '../../shared/market/brokerage.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { saveMembers } from '../../shared/postgres/market/members.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type TestDeps, testApi } from '../api/support/api.ts'
import { NOW } from '../api/support/seed.ts'
import { ALPACA_KEYS, brokerageWorld, CREDENTIALS, type World } from '../market/support.ts'

export interface Vendors {
  world: World
  db: TestDatabase
  /** The service time of every replica. */
  at: Date
  /** A replica over the simulated vendors that caches no quote. */
  replica(options?: ReplicaOptions): Promise<FastifyInstance>
  fault(vendor: QuoteProviderId, spec: { mode: string; path?: string; status?: number; times?: number }): Promise<void>
  close(): Promise<void>
}

export interface ReplicaOptions {
  providers?: string
  /** True: the replica keeps to the request budgets in the database. */
  metered?: boolean
  loggedIn?: boolean
  sql?: string
  documentAgeMs?: number
  deps?: TestDeps
}

/** A former index member that no simulated vendor quotes. */
export const UNQUOTED = 'K'

export const MEMBERS = [
  { symbol: 'AAPL', name: 'Apple Inc.', sector: 'Information Technology', since: null },
  { symbol: 'BRK.B', name: 'Berkshire Hathaway', sector: 'Financials', since: tradingDay('2010-02-16') },
  { symbol: 'ZTS', name: 'Zoetis', sector: 'Health Care', since: null },
  { symbol: UNQUOTED, name: 'Kellanova', sector: 'Consumer Staples', since: null },
] as const

const alpacaKey = { ALPACA_KEY_ID: ALPACA_KEYS.basic.keyId, ALPACA_SECRET_KEY: ALPACA_KEYS.basic.secretKey }

let files = 0

export async function openVendors(): Promise<Vendors> {
  const db = await freshDatabase()
  await db.sql`
    insert into service_time (real_origin, service_origin, speed, since, last_seen)
    values (clock_timestamp(), ${NOW}, 0, ${NOW}, ${NOW})`
  await saveMembers(db.sql, MEMBERS, { at: new Date('2026-11-19T22:15:00Z'), source: 'breadth' })
  const opened: Brokerage[] = []
  const vendors: Vendors = {
    world: await brokerageWorld(() => vendors.at),
    db,
    at: NOW,
    async replica({ providers, metered = false, loggedIn = true, sql = db.url, documentAgeMs = 0, deps } = {}) {
      const { world } = vendors
      const tokenFile = join(world.folder, `trading-${files++}.json`)
      if (loggedIn) await world.loginTo(tokenFile, vendors.at)
      const clock = { now: () => vendors.at }
      const brokerage = openBrokerage({
        baseUrl: () => world.baseUrl(vendors.at),
        credentials: CREDENTIALS,
        tokenFile,
        clock,
        log: silentLog,
      })
      opened.push(brokerage)
      const config = readConfig({
        SIMULATOR_URL: world.simulator.url,
        ...(metered ? { SIMULATOR_QUOTAS: '1' } : {}),
        ...(providers?.includes('alpaca') ? alpacaKey : {}),
        ...(providers ? { QUOTE_PROVIDERS: providers } : {}),
      })
      return await testApi(sql, {
        clock,
        ...deps,
        limits: { documentAgeMs, ...deps?.limits },
        openQuotes: (budgets) => openProviders({ config, brokerage, clock, ...budgets }),
      })
    },
    async fault(vendor, spec) {
      const answer = await fetch(`${vendors.world.simulator.url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vendor, ...spec }),
      })
      if (answer.status !== 201) throw new Error(await answer.text())
    },
    async close() {
      await Promise.all(opened.map((brokerage) => brokerage.close()))
      await vendors.world.close()
      await db.drop()
    },
  }
  return vendors
}

export async function get(app: FastifyInstance, url: string) {
  const response = await app.inject(`/api/v1/trading/${url}`)
  return { status: response.statusCode, body: response.json(), headers: response.headers }
}
