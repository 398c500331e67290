import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, type TestContext, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { FEW_MEMBERS } from '../../harness/few-members.ts'
import { getJson, type Product, removeTemporaryFolders, startProduct, temporaryFolder } from '../../harness/product.ts'
import { VENDORS } from '../../shared/domain/market/source-id.ts'
import { VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { freePort } from '../../shared/free-port.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { previousSession } from '../../shared/time/calendar.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { startSimulator } from '../../simulator/server.ts'

/** Nothing from the caller's environment: a database or simulator given to the tests is not used here. */
const LIVE = { SOURCES: 'live', SIMULATOR_URL: '', DATABASE_URL: '', BACKFILL_SESSIONS: '3', LOG_LEVEL: 'warn' }

afterAll(removeTemporaryFolders)

/** Starts a product that is killed when its test has finished. */
const start = async ({ onTestFinished }: TestContext, env: Record<string, string>, dataDir?: string) => {
  const product = await startProduct({ env: { ...LIVE, ...env }, ...(dataDir ? { dataDir } : {}) })
  onTestFinished(async () => {
    await product.stop('SIGKILL').catch(() => {})
  })
  return product
}

interface SourceState {
  source: string
  state: string
  last_error: string | null
}
const states = async (product: Product): Promise<Record<string, SourceState>> => {
  const { body } = await getJson(`${product.url}/api/v1/source-health`)
  return Object.fromEntries((body.sources as SourceState[]).map((each) => [each.source, each]))
}

/** SPY's close of the newest session before today: until the next open it is in the vendor's quote, not in its file. */
async function newestClose({ dataDir }: Product): Promise<number | undefined> {
  const { databaseUrl } = JSON.parse(await readFile(join(dataDir, 'running.json'), 'utf8'))
  const sql = openPool(databaseUrl, { max: 1, name: 'test' })
  const { day } = previousSession(eastern(systemClock.now()).day)
  const [row] = await sql<{ value: number }[]>`
    select o.value from observations as o where o.series = 'spy_close' and o.day = ${day}::text::date`
  await sql.end()
  return row?.value
}

// Both live starts wait for most of their minute, so they wait side by side.
test.concurrent('live without a network and without accepted terms has failed runs and no calm reading', async (context) => {
  const { expect } = context
  const nobody = `http://127.0.0.1:${await freePort()}`
  const product = await start(context, { VENDOR_URLS: VENDORS.map((vendor) => `${vendor}=${nobody}`).join(',') })
  await eventually(() => expect(product.output()).toContain('All data is LIVE'), { within: 30_000 })
  expect(product.output()).toContain('off: dix (terms: ACCEPT_TERMS=dix) - component DIX')
  expect(product.output()).toContain('off: aaii (AAII_DROP_DIR)')
  expect(product.output()).not.toContain('SIMULATED')
  await eventually(
    async () => {
      const seen = await states(product)
      expect(seen.fred).toMatchObject({ state: 'failed', last_error: expect.stringContaining('network: ECONNREFUSED') })
      expect(seen.cot!.state).toBe('failed')
      expect([seen.market!.state, seen.options!.state, seen.aaii!.state]).toEqual([
        'not_accepted',
        'not_accepted',
        'not_configured',
      ])
    },
    { within: 60_000 },
  )
  const latest = await eventually(
    async () => {
      const { body } = await getJson(`${product.url}/api/v1/signals/latest`)
      expect(body.score_components).toHaveLength(13)
      return body
    },
    { within: 120_000 },
  )
  expect(latest).toMatchObject({ health_score: null, regime: null, health_score_reason: expect.any(String) })
  const status = (await getJson(`${product.url}/api/v1/status`)).body
  expect(status).toMatchObject({ data_mode: 'live', level: 'red' })
  expect(product.output()).not.toContain('stopped unexpectedly')
  expect(await product.stop()).toBe(0)
}, 240_000)

test.concurrent('live against a stand-in for every vendor is scored from real time, and the folder stays live', async (context) => {
  const { expect, onTestFinished } = context
  const standIn = await startSimulator({ seed: 7, members: FEW_MEMBERS, now: systemClock.now })
  onTestFinished(() => standIn.close())
  const urls = VENDORS.map((vendor) => `${vendor}=${standIn.url}/${VENDOR_FACTS[vendor].simulated}`).join(',')
  const dataDir = await temporaryFolder()
  const first = await start(context, { VENDOR_URLS: urls, ACCEPT_TERMS: 'cboe,dix,google_news,yahoo' }, dataDir)
  const latest = await eventually(
    async () => {
      const { body } = await getJson(`${first.url}/api/v1/signals/latest`)
      expect(body.health_score).toEqual(expect.any(Number))
      return body
    },
    { within: 120_000 },
  )
  expect(latest.regime).toEqual(expect.any(String))
  expect(await newestClose(first)).toEqual(expect.any(Number))
  expect(Math.abs(Date.now() - Date.parse(String(latest.as_of)))).toBeLessThan(6 * 86_400_000)
  const status = (await getJson(`${first.url}/api/v1/status`)).body
  expect(status.data_mode).toBe('live')
  expect(Math.abs(Date.now() - Date.parse(String(status.service_time)))).toBeLessThan(60_000)
  expect(await fetch(`${first.url}/report`).then((page) => page.text())).not.toContain('SIMULATED')
  expect(await states(first)).toMatchObject({
    fred: { state: 'ok' },
    market: { state: 'ok' },
    darkpool: { state: 'ok' },
  })
  expect(await first.stop()).toBe(0)

  const simulated = await start(context, { SOURCES: 'simulated' }, dataDir)
  expect((await simulated.exited).code).toBe(1)
  expect(simulated.output()).toContain(
    'start: SOURCES: the database holds live data, but this process works on simulated data',
  )
}, 240_000)

test('an unknown name of terms stops the start with the list', async (context) => {
  const product = await start(context, { ACCEPT_TERMS: 'cboe,everything' })
  expect((await product.exited).code).toBe(1)
  expect(product.output()).toBe(
    'start: ACCEPT_TERMS: unknown name; choose from cboe, dix, google_news, nasdaq, yahoo\n',
  )
})
