import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SCREENS, type Screen, useChromium } from '../../harness/chromium.ts'
import { freshDatabase, type TestDatabase, testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { saveReadModel } from '../../shared/postgres/signals/read-models.ts'
import { type TestDeps, testApi } from '../api/support/api.ts'
import { NOW, seed, seedReport } from '../api/support/seed.ts'
import { snapshot } from '../api/support/snapshot.ts'

/** Pages that show data, and those that are the same in every state. */
const PAGES = ['/', '/tape', '/gamma', '/screener', '/signals/vix', '/reports']
const FIXED_PAGES = ['/trading', '/ops', '/nothing']
/** Together they cover both widths and both themes. */
const TWO_SCREENS = [SCREENS[0]!, SCREENS[3]!]
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} __proto__ \u202Egnp.exe\u202C '
const ENDLESS = 'Unbroken'.repeat(625)

const EVIDENCE = {
  value: 41.2,
  unit: '',
  threshold: 40,
  clears_at: 35,
  change: null,
  change_sessions: null,
  observed_at: '2026-11-20T09:45:00-05:00',
  inputs: [],
  rules_version: '1',
}

const chromium = useChromium()

interface Place {
  app: FastifyInstance
  url: string
}

async function listening(database: string, deps: TestDeps = {}): Promise<Place> {
  const app = await testApi(database, deps)
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

const showSnapshot = (sql: Pool, changes: Parameters<typeof snapshot>[0]) =>
  saveReadModel(sql, {
    key: 'signals/latest',
    contentType: 'application/json',
    body: JSON.stringify(snapshot(changes)),
    asOf: NOW,
    run: 2,
  })

const fireAlert = (sql: Pool, message: string) => sql`
  with state as (insert into alert_state (alert_id, evaluated_through) values ('VIX_PANIC', ${NOW}))
  insert into alerts (alert_id, episode, severity, message, fired_at, evidence, origin)
  values ('VIX_PANIC', 'VIX_PANIC:1', 'critical', ${message}, ${NOW}, ${sql.json(EVIDENCE)}, 'scheduled')`

/** The rows that each state needs in the database, and the words of its first page. */
const STATES = {
  calm: {
    arrange: (sql: Pool) => seed(sql),
    deps: {},
    says: ['heading "The market is CAUTIOUS, health 57 of 100" [level=1]', 'region "Gamma rail"', 'region "Alerts"'],
  },
  stressed: {
    async arrange(sql: Pool) {
      await seed(sql)
      await showSnapshot(sql, { regime: 'RISK-OFF', health_score: 21, regime_reason: 'VIX 41.2 (99th percentile)' })
      await fireAlert(sql, 'VIX 41.20, above 40.00')
    },
    deps: {},
    says: ['heading "The market is RISK-OFF, health 21 of 100" [level=1]', 'VIX 41.20, above 40.00'],
  },
  starting: {
    arrange: async () => {},
    deps: {},
    says: ['heading "The state of the market is not known" [level=1]', 'No snapshot has been computed yet.'],
  },
  'with all sources off': {
    arrange: (sql: Pool) => seed(sql),
    deps: { dataMode: 'live', sourceSetup: { live: true, accepted: [], hasDropDir: false } },
    says: ['heading "The market is CAUTIOUS, health 57 of 100" [level=1]', 'not accepted'],
  },
  'with hostile data': {
    async arrange(sql: Pool) {
      await seed(sql)
      await showSnapshot(sql, { regime_reason: `${HOSTILE}${ENDLESS}` })
      await fireAlert(sql, `${HOSTILE}${ENDLESS}`.slice(0, 5_000))
      await seedReport(
        sql,
        '2026-11-20T15:20:00Z',
        `# ${HOSTILE}\n\n${HOSTILE}${ENDLESS}\n\n| ${ENDLESS} |\n| --- |\n| 1 |\n`,
      )
    },
    deps: {},
    says: ['<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} __proto__'],
  },
} as const satisfies Record<string, { arrange(sql: Pool): Promise<unknown>; deps: TestDeps; says: readonly string[] }>

/** Every page is whole on this screen: nothing for axe, nothing wider than the window, every label legible, no complaint of the browser. */
async function expectWhole(url: string, paths: readonly string[], screen: Screen, name: string): Promise<void> {
  const context = await chromium.context(screen)
  for (const path of paths) {
    const where = `${path} at ${screen.width} ${screen.theme}`
    const { page, complaints } = await chromium.open(context, `${url}${path}`)
    expect(await chromium.violations(page), where).toEqual([])
    expect(await chromium.overflow(page), where).toBe(0)
    expect(await chromium.illegible(page), where).toEqual([])
    expect(complaints, where).toEqual([])
    await keepPicture(page, `${name}-${screen.width}-${screen.theme}${path.replaceAll('/', '_')}`)
    await page.close()
  }
}

/** Pictures for a person to look at, where SCREENSHOTS names a folder for them. */
async function keepPicture(page: { screenshot(options: object): Promise<Buffer> }, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  const picture = await page.screenshot({ fullPage: true, ...(folder ? { path: join(folder, `${name}.png`) } : {}) })
  // An empty page compresses to less.
  expect(picture.length, name).toBeGreaterThan(5_000)
}

describe.each(Object.entries(STATES))('the service %s', (name, { arrange, deps, says }) => {
  const db = testDatabase()
  let place: Place
  beforeAll(async () => {
    await arrange(db.sql)
    place = await listening(db.url, deps)
  })

  test('says so on its first page, in words that a screen reader reads', async () => {
    const { page } = await chromium.open(await chromium.context(), `${place.url}/`)
    const read = await page.locator('main').ariaSnapshot()
    for (const words of says) expect(read).toContain(words)
  })

  const screens = name === 'calm' ? SCREENS : TWO_SCREENS
  test.each(screens)('is whole at $width pixels, $theme', { timeout: 120_000 }, async (screen) => {
    const more = name === 'calm' ? FIXED_PAGES : name === 'with hostile data' ? ['/read/2026-11-20/102000'] : []
    await expectWhole(place.url, [...PAGES, ...more], screen, name.replaceAll(' ', '-'))
  })
})

describe('the service without its database', () => {
  let db: TestDatabase
  let proxy: FaultProxy
  let place: Place
  beforeAll(async () => {
    db = await freshDatabase()
    await seed(db.sql)
    proxy = await faultProxy(db.url)
    place = await listening(proxy.url, { limits: { readDeadlineMs: 1_000 } })
    await eventually(async () => expect((await place.app.inject('/')).body).toContain('57 of 100'))
    proxy.inject('refuse')
  })
  afterAll(async () => {
    await place.app.close()
    await proxy.close()
    await db.drop()
  })

  test('shows the last state with its age', async () => {
    const context = await chromium.context()
    await eventually(async () => {
      const { page } = await chromium.open(context, `${place.url}/`)
      const read = await page.locator('body').ariaSnapshot()
      await page.close()
      expect(read).toContain('The market is CAUTIOUS, health 57 of 100')
      expect(read).toMatch(/The database cannot be reached; this was confirmed .+ ago\./)
    })
  })

  test.each(TWO_SCREENS)('is whole at $width pixels, $theme', { timeout: 120_000 }, (screen) =>
    expectWhole(place.url, PAGES, screen, 'away'),
  )
})

test('without a script every page but the private ones is readable', async () => {
  const db = await freshDatabase()
  await seed(db.sql)
  const { url } = await listening(db.url)
  const context = await chromium.context()
  const page = await context.newPage()
  await page.route('**/*.js', (route) => route.abort())
  await page.goto(`${url}/`)
  expect(await page.locator('h1').ariaSnapshot()).toContain('The market is CAUTIOUS')
  expect(await page.locator('section').count()).toBeGreaterThan(8)
})
