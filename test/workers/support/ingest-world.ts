import { afterAll, beforeAll, expect } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../harness/database.ts'
import { quietRelay } from '../../../harness/quiet-relay.ts'
import { startSharedSimulator } from '../../../harness/shared-simulator.ts'
import { sources } from '../../../pipeline/sources/index.ts'
import { handleDelivery, type StageHandler } from '../../../shared/broker/handle-delivery.ts'
import { type NewMessage, toEnvelope } from '../../../shared/broker/new-message.ts'
import { vendorBaseUrl } from '../../../shared/config.ts'
import type { MessageType } from '../../../shared/domain/contract/messages.ts'
import type { SourceId } from '../../../shared/domain/market/source-id.ts'
import { silentLog } from '../../../shared/log.ts'
import { fixedClock } from '../../../shared/time/clock.ts'
import type { Simulator } from '../../../simulator/server.ts'
import { createFetchAgent } from '../../../workers/ingest/fetch-feed.ts'
import { ingestStage } from '../../../workers/ingest/ingest.ts'

export interface Asked {
  at?: Date
  slot?: string
  cycleId?: string | null
  mode?: 'latest' | 'history'
  fredApiKey?: string
  dropDir?: string
  /** How long after the request it is handled; absent: at once. */
  waitedMs?: number
}

/** Gives a test file a database, the simulator's vendors, and the ingest stage between them, at `now` unless given `at`. */
export function ingestWorld(now: Date, index: { members?: number } = {}) {
  let database: TestDatabase
  let simulator: Simulator
  const agent = createFetchAgent()
  beforeAll(async () => {
    database = await freshDatabase()
    simulator = await startSharedSimulator({ seed: 7, ...index, now: () => now })
  })
  afterAll(async () => {
    await agent.close()
    await simulator.close()
    await database.drop()
  })

  const deliver = <T extends MessageType, P>(handler: StageHandler<T, P>, message: NewMessage) =>
    handleDelivery(
      { sql: database.sql, relay: quietRelay(), log: silentLog },
      handler,
      { body: toEnvelope(message), deliveryId: 'test', redelivered: false },
      {},
    )

  const control = (method: string, body?: unknown) =>
    fetch(`${simulator.url}/control/faults`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })

  return {
    get sql() {
      return database.sql
    },
    get url() {
      return database.url
    },
    deliver,
    ask: (
      source: SourceId,
      { at = now, slot = 'slot', cycleId = null, mode = 'latest', fredApiKey, dropDir, waitedMs = 0 }: Asked = {},
    ) => {
      const config = { SIMULATOR_URL: simulator.url, ...(dropDir ? { AAII_DROP_DIR: dropDir } : {}) }
      const deps = {
        sql: database.sql,
        agent,
        clock: fixedClock(new Date(at.getTime() + waitedMs)),
        log: silentLog,
        fredApiKey: fredApiKey ?? null,
        baseUrl: (vendor: Parameters<typeof vendorBaseUrl>[1], instant: Date) => vendorBaseUrl(config, vendor, instant),
        takeToken: async () => 0,
        rest: async () => {},
        sleep: async () => {},
      }
      const deadline = new Date(at.getTime() + 60_000).toISOString()
      return deliver(ingestStage(deps, sources.find(({ id }) => id === source)!), {
        id: `schedule:${slot}/${source}#1`,
        type: 'source.requested',
        occurredAt: at,
        cycleId,
        payload: { source, slot, mode, origin: 'scheduled', deadline },
      })
    },
    fault: async (body: Record<string, unknown>) => expect((await control('POST', body)).status).toBe(201),
    heal: async () => expect((await control('DELETE')).ok).toBe(true),
  }
}
