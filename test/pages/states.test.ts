import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useChromium } from '../../harness/chromium.ts'
import { freshDatabase, type TestDatabase, testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { CALM_DAY, STRESSED_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { addCompany } from '../../shared/postgres/company/companies.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { type TestDeps, testApi } from '../api/support/api.ts'
import { NOW, seed, seedReport } from '../api/support/seed.ts'
import { fireAlert, seedDay } from './seed-states.ts'

/** Pages that show data, and those that are the same in every state. */
const PAGES = [
  '/',
  '/tape',
  '/gamma',
  '/flow',
  '/verdicts',
  '/screener',
  '/company/AAPL',
  '/signals/vix',
  '/reports',
  '/read/2026-11-20/103000',
]
const FIXED_PAGES = ['/trading', '/ops', '/nothing']
const WIDTHS = [1280, 390] as const
const NARROW_FIRST = [390, 1280] as const
/** A small phone, or a window of 1280 pixels at a zoom of 400 %. */
const NARROWEST = 320
const THEMES = ['light', 'dark'] as const
const HOSTILE = '<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} __proto__ \u202Egnp.exe\u202C '
const ENDLESS = 'Unbroken'.repeat(625)
/** Members of documents that hold words of vendors and companies. */
const WORDS: readonly string[] = [
  'headline',
  'label',
  'name',
  'note',
  'owner',
  'publisher',
  'regime_reason',
  'text',
  'why',
]

const spoil = (json: string): string =>
  JSON.stringify(JSON.parse(json), (key, value) =>
    typeof value === 'string' && WORDS.includes(key) ? `${HOSTILE}${value} ${ENDLESS}`.slice(0, 1_000) : value,
  )

const chromium = useChromium()

interface Place {
  app: FastifyInstance
  url: string
}

async function listening(database: string, deps: TestDeps = {}): Promise<Place> {
  const app = await testApi(database, deps)
  return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

interface State {
  /** Stores the rows of this state. */
  arrange(sql: Pool): Promise<unknown>
  deps?: TestDeps
  widths?: Visit['widths']
  pages?: readonly string[]
  /** By page: words that a screen reader reads, roles included. */
  says: Readonly<Record<string, readonly string[]>>
}

const AGED = ['The database is not reachable.', 'The database cannot be reached; this was confirmed']
/** While the database is away, every page but the report's shows the last state with its age. */
const AWAY: State['says'] = {
  ...Object.fromEntries(PAGES.map((path) => [path, AGED])),
  '/read/2026-11-20/103000': ['The database is not reachable.', 'CAUTIOUS, 57/100'],
  '/': [...AGED, 'heading "The market is RISK-ON, health 74 of 100" [level=1]'],
}

const STATES: Readonly<Record<string, State>> = {
  calm: {
    arrange: (sql) => seedDay(sql, { inputs: CALM_DAY, volatility: 0.13 }),
    pages: [...PAGES, ...FIXED_PAGES],
    says: {
      '/': [
        'heading "The market is RISK-ON, health 74 of 100" [level=1]',
        'region "Gamma rail"',
        'Nearest regime line:',
        'heading "The 13 components of the score" [level=2]',
      ],
      '/tape': ['row "leaning Volatility Quiet', 'region "Picks"', 'Ripe and waiting'],
      '/gamma': ['It crosses zero at', 'region "Table: Levels"', 'region "Table: Expirations"'],
      '/flow': ['heading "Flow of SPY" [level=1]', 'region "Table: The tape"', 'not over, price 690'],
      '/verdicts': ['heading "Verdicts" [level=1]', 'No AI cycle has been written yet.'],
      '/screener': [
        'heading "Screener" [level=1]',
        'region "Table: open picks"',
        'region "Table: trust of the archetypes"',
      ],
      '/company/AAPL': ['region "Table: Past reports"', 'region "Table: Trades of insiders"'],
      '/signals/vix': ['heading "VIX" [level=1]', 'Half of the 93 sessions lie in the darker band'],
      '/reports': ['heading "Reports" [level=1]', 'link "10:30 ET"'],
      '/read/2026-11-20/103000': [
        'navigation "Other reports"',
        'heading "Market status Address of Market status" [level=2]',
      ],
      '/trading': ['textbox "Token of the account'],
      '/ops': ['textbox "Internal token"'],
      '/nothing': ['heading "There is no such page" [level=1]'],
    },
  },
  stressed: {
    widths: NARROW_FIRST,
    async arrange(sql) {
      await seedDay(sql, { inputs: STRESSED_DAY, volatility: 0.36 })
      await fireAlert(sql, 'VIX 41.20, above 40.00')
    },
    says: {
      '/': ['heading "The market is PANIC, health 20 of 100" [level=1]', 'VIX 41.20, above 40.00'],
      '/tape': ['row "adverse Volatility Stressed volatility 36.00 highest"', 'Alerts: VIX_PANIC.'],
      '/gamma': ['SPY 560.00'],
      '/flow': ['not over, price 560'],
      '/signals/vix': ['The dot is now: 0 % of the points.'],
    },
  },
  starting: {
    arrange: (sql) => addCompany(sql, 'AAPL', NOW),
    pages: PAGES.filter((path) => !path.startsWith('/read/')),
    says: {
      '/': ['heading "The state of the market is not known" [level=1]', 'No snapshot has been computed yet.'],
      '/tape': ['No data on any signal.', 'No run of the screener has been decided yet'],
      '/gamma': ['No snapshot has been computed yet.'],
      '/flow': ['No option chain of this symbol is stored'],
      '/verdicts': ['No evening has been learned from the history yet.'],
      '/screener': ['No run of the screener has been decided yet'],
      '/company/AAPL': ['heading "AAPL" [level=1]', 'The panel has not been computed yet'],
      '/signals/vix': ['No history of this signal is available yet.'],
      '/reports': ['No report has been written yet.'],
    },
  },
  'with all sources off': {
    arrange: (sql) => seed(sql),
    widths: NARROW_FIRST,
    deps: { dataMode: 'live', sourceSetup: { live: true, accepted: [], hasDropDir: false } },
    says: {
      '/': ['heading "The market is CAUTIOUS, health 57 of 100" [level=1]', 'market not accepted, no success yet'],
      '/tape': ['No data on any signal.'],
      '/gamma': ['No snapshot has been computed yet.'],
      '/read/2026-11-20/103000': ['CAUTIOUS, 57/100'],
    },
  },
  'with hostile data': {
    async arrange(sql) {
      await seedDay(sql, { inputs: CALM_DAY, volatility: 0.13, spoil })
      await fireAlert(sql, `${HOSTILE}${ENDLESS}`.slice(0, 5_000))
      await seedReport(
        sql,
        '2026-11-20T15:20:00Z',
        `# ${HOSTILE}\n\n${HOSTILE}${ENDLESS}\n\n| ${ENDLESS} |\n| --- |\n| 1 |\n`,
      )
    },
    pages: [...PAGES, '/read/2026-11-20/102000'],
    says: {
      '/': ['<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}} __proto__'],
      '/screener': ['<script>alert(1)</script>'],
      '/company/AAPL': ['<script>alert(1)</script>'],
      '/read/2026-11-20/102000': ['<script>alert(1)</script><img src=x onerror=alert(2)>{{7*7}}'],
    },
  },
}

/** Tables that do not say what they are, or whose columns have no heading; a chart is an image, and a report names its own. */
const NAMELESS = `[...document.querySelectorAll('table')].filter((table) => !table.closest('[role=img]'))
  .filter((table) => !table.tHead || (!table.caption?.textContent && !table.closest('[role=group][aria-label^="Table: "]')))
  .map((table) => table.textContent.slice(0, 60))`

interface Visit {
  url: string
  name: string
  widths?: typeof WIDTHS | typeof NARROW_FIRST | undefined
  pages?: readonly string[] | undefined
  says: State['says']
}

/**
 * Every page is complete at both widths in both themes: no finding of axe, nothing wider than the window, every label
 * legible, no complaint of the browser, and its words are checked. A page is loaded once; then its window and its theme
 * change in place. The states alternate in the width at which they load, so every page is loaded at both.
 */
async function expectWhole({ url, name, widths = WIDTHS, pages = PAGES, says }: Visit): Promise<void> {
  const { page, complaints } = await chromium.page(await chromium.context({ width: widths[0], theme: 'light' }))
  for (const path of pages) {
    await page.emulateMedia({ colorScheme: 'light' })
    await chromium.widen(page, widths[0])
    await page.goto(`${url}${path}`, { waitUntil: 'load' })
    for (const width of widths) {
      const where = `${path} at ${width}`
      await page.emulateMedia({ colorScheme: 'light' })
      await chromium.widen(page, width)
      expect.soft(await chromium.overflow(page), where).toBe(0)
      expect.soft(await chromium.illegible(page), where).toEqual([])
      const read = await page.locator('body').ariaSnapshot()
      for (const words of says[path] ?? []) expect.soft(read.includes(words), `${where} reads: ${words}`).toBe(true)
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme })
        const at = `${where} ${theme}`
        expect.soft(await chromium.violations(page, theme === 'light' ? 'all' : 'colours'), at).toEqual([])
        await keepPicture(page, `${name}-${width}-${theme}${path.replaceAll('/', '_')}`)
      }
    }
    expect.soft(await page.evaluate(NAMELESS), path).toEqual([])
    await chromium.widen(page, NARROWEST)
    expect.soft(await chromium.overflow(page), `${path} at ${NARROWEST}`).toBe(0)
    expect.soft(complaints.splice(0), path).toEqual([])
  }
}

/** Pictures for a person to look at, where SCREENSHOTS names a folder for them. */
async function keepPicture(page: { screenshot(options: object): Promise<Buffer> }, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  const path = join(folder, `${name}.jpeg`)
  const picture = await page.screenshot({ fullPage: true, type: 'jpeg', quality: 70, path })
  // An empty page compresses to less.
  expect(picture.length, name).toBeGreaterThan(5_000)
}

describe.each(Object.entries(STATES))('the service %s', (name, { arrange, deps, widths, pages, says }) => {
  const db = testDatabase()
  let url: string
  beforeAll(async () => {
    await arrange(db.sql)
    url = (await listening(db.url, deps)).url
  })

  test('is stated on each page, and each page is complete on each screen', { timeout: 240_000 }, () =>
    expectWhole({ url, name: name.replaceAll(' ', '-'), widths, pages, says }),
  )
})

describe('the service without its database', () => {
  let db: TestDatabase
  let proxy: FaultProxy
  let place: Place
  beforeAll(async () => {
    db = await freshDatabase()
    await seedDay(db.sql, { inputs: CALM_DAY, volatility: 0.13 })
    proxy = await faultProxy(db.url)
    place = await listening(proxy.url, { limits: { readDeadlineMs: 1_000 } })
    for (const path of PAGES) expect((await place.app.inject(path)).statusCode, path).toBe(200)
    proxy.inject('refuse')
    await eventually(async () => expect((await place.app.inject('/')).body).toContain('The database is not reachable.'))
  })
  afterAll(async () => {
    await place.app.close()
    await proxy.close()
    await db.drop()
  })

  test('shows the last state with its age, and each page is whole on each screen', { timeout: 240_000 }, () =>
    expectWhole({ url: place.url, name: 'away', widths: NARROW_FIRST, says: AWAY }),
  )

  test('keeps its warning on paper, and the colours are those for white from a dark screen too', async () => {
    const { page } = await chromium.open(await chromium.context({ width: 1280, theme: 'dark' }), `${place.url}/`)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(await page.locator('.banner', { hasText: 'The database is not reachable.' }).isVisible()).toBe(true)
    expect(await chromium.violations(page, 'colours')).toEqual([])
  })
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
