import type { FastifyInstance } from 'fastify'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { useChromium } from '../../harness/chromium.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { testApi } from '../api/support/api.ts'
import { seed } from '../api/support/seed.ts'

const db = testDatabase()
const chromium = useChromium()
let app: FastifyInstance
let url: string
beforeAll(async () => {
  await seed(db.sql)
  app = await testApi(db.url)
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})

/** A page whose timers continue at the test's command. */
async function leftOpen(path: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await chromium.context()
  const { page, complaints } = await chromium.page(context)
  await page.clock.install()
  await page.goto(`${url}${path}`, { waitUntil: 'load' })
  return { page, complaints }
}

/** Makes the next answer of the service differ from the page that is open. */
async function changed(page: Page, change: (html: string) => string): Promise<void> {
  const answer = async (path: string): Promise<string> => (await app.inject(path)).body
  await page.route(
    (address) => !address.pathname.startsWith('/assets/') && !address.pathname.startsWith('/api/'),
    async (route) => {
      const { pathname, search } = new URL(route.request().url())
      const body = change(await answer(`${pathname}${search}`))
      await route.fulfill({ status: 200, contentType: 'text/html; charset=utf-8', body })
    },
  )
}

const MINUTE_MS = 60_000
const LOST =
  'This page cannot be renewed: the service does not answer. The figures shown are from Fri 20 Nov 2026, 10:31 ET.'

test('a page that loses the service shows that and its own age, and removes the note once it is refreshed', async () => {
  const { page, complaints } = await leftOpen('/')
  const lost = page.locator('#lost')
  expect(await lost.textContent()).toBe('')
  await page.context().setOffline(true)
  await page.clock.runFor(MINUTE_MS)
  await eventually(async () => expect(await lost.textContent()).toBe(LOST))
  expect(await lost.getAttribute('role')).toBe('status')

  await page.context().setOffline(false)
  await page.clock.runFor(MINUTE_MS)
  await eventually(async () => expect(await lost.textContent()).toBe(''))
  expect(complaints).toEqual([])
})

test('a page whose renewal is refused names the status', async () => {
  const { page } = await leftOpen('/tape')
  await page.route('**/tape', (route) => route.fulfill({ status: 503, contentType: 'text/html', body: 'busy' }))
  await page.clock.runFor(MINUTE_MS)
  await page.getByText('This page cannot be renewed: the service refuses it with the status 503.').waitFor()
})

test('an unchanged warning is not written again, so that no screen reader repeats it', async () => {
  const { page } = await leftOpen('/tape')
  const withBanner = (html: string): string =>
    html.replace('</header>', '</header><p class="banner warn" role="status">History is being loaded.</p>')
  await changed(page, (html) => withBanner(html))
  await page.clock.runFor(MINUTE_MS)
  await page.getByText('History is being loaded.').waitFor()
  await page.evaluate('document.querySelector(".banner").kept = true')
  await changed(page, (html) => withBanner(html).replace('<title>Tape', '<title>Later'))
  await page.clock.runFor(MINUTE_MS)
  await eventually(async () => expect(await page.title()).toContain('Later'))
  expect(await page.evaluate('document.querySelector(".banner").kept')).toBe(true)
})

const later = (html: string): string => html.replaceAll('57', '58')

test('a card with the keyboard focus is not updated and shows since when, and is updated when the reader leaves it', async () => {
  const { page, complaints } = await leftOpen('/tape')
  const card = page.getByRole('region', { name: 'Market state', exact: true })
  const score = card.locator('.score')
  expect(await score.textContent()).toContain('57')
  await card.getByRole('link', { name: 'figures of Market state' }).focus()
  await page.keyboard.press('Shift')
  await changed(page, later)
  await page.clock.runFor(MINUTE_MS)
  await card
    .getByText('Not refreshed at Fri 20 Nov 2026, 10:31 ET, because the focus or a selection is in it.')
    .waitFor()
  expect(await score.textContent()).toContain('57')
  await page.keyboard.press('Tab')
  await page.clock.runFor(MINUTE_MS / 10)
  await eventually(async () => expect(await score.textContent()).toContain('58'))
  expect(await page.locator('.held').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('a card in which the reader has clicked is renewed with the others', async () => {
  const { page } = await leftOpen('/screener')
  const table = page.getByRole('region', { name: 'Table: records' })
  await table.click()
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Table: records')
  await changed(page, (html) => html.replace('Locked, to the exit', 'Locked, later'))
  await page.clock.runFor(MINUTE_MS)
  await page.getByText('Locked, later').waitFor()
})

test('a reader who goes through the links of the head still sees the time go on', async () => {
  const { page } = await leftOpen('/tape')
  await page.getByRole('navigation').getByRole('link', { name: 'Flow' }).focus()
  await changed(page, (html) => html.replaceAll('10:31 ET', '10:32 ET'))
  await page.clock.runFor(MINUTE_MS)
  await eventually(async () => expect(await page.locator('header time').first().textContent()).toContain('10:32 ET'))
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Flow')
})

test('a warning among the cards appears and disappears with its cause', async () => {
  const { page } = await leftOpen('/flow')
  const warned = (html: string): string =>
    html.replace('</h1>', '</h1></div><p class="note warn">No chain of today.</p><div>')
  await changed(page, warned)
  await page.clock.runFor(MINUTE_MS)
  await page.getByText('No chain of today.').waitFor()
  await page.unrouteAll()
  await page.clock.runFor(MINUTE_MS)
  await page.getByText('No chain of today.').waitFor({ state: 'detached' })
})

test.each(['/verdicts', '/reports', '/read/2026-11-20/103000', '/company/AAPL', '/trading', '/ops'])(
  '%s that is left open for a day is of that day',
  async (path) => {
    const { page } = await leftOpen(path)
    await changed(page, (html) => html.replaceAll('Fri 20 Nov 2026', 'Mon 23 Nov 2026'))
    await page.clock.runFor(MINUTE_MS)
    await page.locator('header').getByText('Mon 23 Nov 2026, 10:31 ET').waitFor()
  },
)

test('a renewed page keeps the form that a script has opened, and the chart that the reader has chosen', async () => {
  const trading = await leftOpen('/trading')
  await trading.page.getByLabel('Token of the account').fill('half a token')
  await changed(trading.page, later)
  await trading.page.clock.runFor(MINUTE_MS)
  expect(await trading.page.getByLabel('Token of the account').inputValue()).toBe('half a token')

  const { page, complaints } = await leftOpen('/signals/vix')
  await changed(page, (html) => html.replace('<h1>', '<h1>Later '))
  await page.clock.runFor(MINUTE_MS)
  await page.getByRole('heading', { name: 'Later ' }).waitFor()
  await page.getByRole('button', { name: '63 sessions' }).click()
  const chart = page.getByRole('img', { name: / over \d+ sessions/ })
  await chart.waitFor()
  await page.clock.runFor(MINUTE_MS)
  expect(await chart.count()).toBe(1)
  expect(complaints).toEqual([])
})

test('the operator’s clock reads its state aloud once, and not its time every two seconds', async () => {
  const { page, complaints } = await chromium.page(await chromium.context())
  await page.clock.install()
  await page.addInitScript(`sessionStorage.setItem('market-admin-token', 'given')`)
  let minutes = 10
  let state = 'run'
  await page.route('**/admin/clock', (route) => {
    const service_time = `2026-11-20T10:${minutes++}:00-05:00`
    return route.fulfill({ json: { service_time, state, speed: 1, effective_speed: 1, target: null, waiting_for: [] } })
  })
  await page.goto(url)
  const live = page.locator('#clock [role=status], #clock [aria-live]')
  await live.getByText('The clock runs.').waitFor()
  await page.evaluate(`{
    window.written = 0
    const look = new MutationObserver((changes) => (window.written += changes.length))
    for (const place of document.querySelectorAll('#clock [role=status], #clock [aria-live]'))
      look.observe(place, { childList: true, subtree: true, characterData: true })
  }`)
  for (const clock of ['10:11', '10:12', '10:13']) {
    await page.clock.runFor(2_000)
    await page.locator('#clock-state').getByText(clock).waitFor()
  }
  expect(await page.evaluate('written')).toBe(0)
  state = 'paused'
  await page.clock.runFor(2_000)
  await live.getByText('The clock is paused.').waitFor()
  expect(complaints).toEqual([])
})

const chainOf = (expirations: readonly string[], asked: string | null) => {
  const isListed = asked === null || expirations.includes(asked)
  const contracts = [650, 690, 710].map((strike) => ({
    type: strike < 690 ? 'put' : 'call',
    strike,
    iv: strike / 5_000,
  }))
  return {
    underlying_price: isListed ? 690 : null,
    quoted_at: isListed ? '2026-11-20T10:30:00-05:00' : null,
    delayed: false,
    expirations,
    expiration: isListed ? (asked ?? expirations[0]) : null,
    contracts: isListed ? contracts : [],
    reason: isListed ? null : 'no contract expires on that day',
  }
}

test('the smile states the time of its chain, and switches to the next expiration when the chosen one has expired', async () => {
  const { page, complaints } = await chromium.page(await chromium.context())
  await page.clock.install()
  let expirations = ['2026-11-20', '2026-11-23']
  await page.route('**/options/chain/SPY*', (route) =>
    route.fulfill({ json: chainOf(expirations, new URL(route.request().url()).searchParams.get('expiration')) }),
  )
  await page.goto(`${url}/gamma`)
  await page.getByText('by strike in the chain of Fri 20 Nov 2026, 10:30 ET').waitFor()
  const smile = page.getByRole('img', {
    name: /^Implied volatility of SPY options of 20 Nov 2026 .* 13.0 % at 650, 14.2 % at 710/,
  })
  await smile.waitFor()
  expirations = ['2026-11-23', '2026-11-24']
  await page.clock.runFor(MINUTE_MS)
  await page.getByRole('img', { name: /^Implied volatility of SPY options of 23 Nov 2026/ }).waitFor()
  expect(await page.getByLabel('Expiration').locator('option').allTextContents()).toEqual([
    '23 Nov 2026',
    '24 Nov 2026',
  ])
  expect(complaints).toEqual([])
})
