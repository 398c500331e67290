import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCREENS, useChromium } from '../../harness/chromium.ts'
import { eventually } from '../../harness/eventually.ts'
import { ADMIN, INTERNAL } from '../../harness/tokens.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { saveStageDepths } from '../../shared/postgres/messaging/stage-depths.ts'
import { tradeWorld } from '../trading/trade-world.ts'

const NAME = '<img src=x onerror=alert(1)> {{7*7}} \u05D0\u05D1 __proto__'

const world = tradeWorld()
const chromium = useChromium()
let url: string
beforeAll(async () => {
  url = await world.one.listen({ port: 0, host: '127.0.0.1' })
})

async function enter(page: Page, token: string): Promise<void> {
  await page.getByLabel(/Token of the account|Internal token/).fill(token)
  await page.getByRole('button', { name: 'Open' }).click()
}

/** Every place of a browser where a token would outlive its tab or leave it. */
const leaks = async (page: Page, context: BrowserContext) => ({
  address: page.url(),
  cookies: await context.cookies(),
  local: await page.evaluate('Object.keys(localStorage).length'),
  markup: await page.content(),
})

describe('/trading', () => {
  test('shows an account for its token, which stays in the tab', async () => {
    const agent = await world.account({ name: NAME })
    const context = await chromium.context()
    const { page, complaints } = await chromium.open(context, `${url}/trading`)
    await enter(page, agent.token)
    await page.locator('#figures').getByText('$100,000.00').first().waitFor()
    expect(await page.locator('#name').textContent()).toBe(NAME)
    await page.locator('#ledger').getByRole('rowheader', { name: '1', exact: true }).waitFor()
    await page.reload()
    await page.locator('#figures').getByText('$100,000.00').first().waitFor()

    const found = await leaks(page, context)
    expect(found).toMatchObject({ address: `${url}/trading`, cookies: [], local: 0 })
    expect(found.markup).not.toContain(agent.token)
    const other = await chromium.open(context, `${url}/trading`)
    await other.page.getByRole('button', { name: 'Open' }).waitFor()

    await page.getByRole('button', { name: 'Forget the token' }).click()
    await page.reload()
    await page.getByRole('button', { name: 'Open' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('places a paper trade in two steps by keyboard', async () => {
    const agent = await world.account()
    await world.quote({ bid: 599.99, ask: 600.01 })
    const { page, complaints } = await chromium.open(await chromium.context(), `${url}/trading`)
    await enter(page, agent.token)
    await page.getByLabel('Symbol or contract').fill('spy')
    await page.getByLabel('Quantity').fill('10')
    await page.keyboard.press('Enter')
    await page.getByText('buy 10 SPY at $600.01').waitFor()
    expect(await page.getByRole('timer').textContent()).toMatch(/^\d+ s left$/)
    // A second Enter does nothing, because the quote has the focus; the button is one Tab away.
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.textContent')).toMatch(/^buy 10 SPY at/)
    expect(await agent.cash()).toBe(100_000)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Confirm')
    await page.keyboard.press('Enter')
    await page.getByText('Filled at $600.01.').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ask for a quote')
    const shares = page.getByRole('region', { name: 'Table: Shares' })
    await shares.getByText('SPY').waitFor()
    // A mark is shown with its time, because at a weekend the quote of Friday is no longer fresh.
    expect(await shares.getByRole('columnheader').allTextContents()).toContain('Quoted')
    expect(await shares.locator('td time').textContent()).toMatch(
      /^[A-Z][a-z]{2} \d{1,2} [A-Z][a-z]{2} \d{4}, \d\d:\d\d ET$/,
    )
    expect(await agent.cash()).toBe(100_000 - 6_000.1)
    expect(complaints).toEqual([])
  })

  test('a quote that expires shows that nothing was traded, and the focus moves to the next step', async () => {
    const agent = await world.account()
    await world.quote({ bid: 599.99, ask: 600.01 })
    const { page, complaints } = await chromium.page(await chromium.context())
    await page.clock.install()
    await page.goto(`${url}/trading`)
    await enter(page, agent.token)
    await page.getByLabel('Symbol or contract').fill('SPY')
    await page.keyboard.press('Enter')
    await page.getByRole('timer').waitFor()
    await page.clock.runFor(61_000)
    await page.getByRole('alert').getByText('The quote has expired, and nothing was traded.').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ask for a quote')
    expect(complaints).toEqual([])
  })

  test('a table with the keyboard focus shows that it is not updated, and one that was only clicked does not', async () => {
    const agent = await world.account()
    await world.quote({ bid: 599.99, ask: 600.01 })
    await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 3 })
    const { page } = await chromium.page(await chromium.context())
    await page.clock.install()
    await page.goto(`${url}/trading`)
    await enter(page, agent.token)
    const shares = page.getByRole('region', { name: 'Table: Shares' })
    await shares.click()
    await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 1 })
    await page.clock.runFor(15_000)
    await shares.getByRole('cell', { name: '4', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Ask for a quote' }).focus()
    while (!(await shares.evaluate((table) => table.matches(':focus')))) await page.keyboard.press('Tab')
    await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 1 })
    await page.clock.runFor(15_000)
    await page
      .locator('#stocks')
      .getByText(/^Not refreshed at .*, because the focus or a selection is in it.$/)
      .waitFor()
    await page.keyboard.press('Tab')
    await page.clock.runFor(15_000)
    await shares.getByRole('cell', { name: '5', exact: true }).waitFor()
    expect(await page.locator('#stocks .held').count()).toBe(0)
  })

  test('a refused order names the wrong field, and a refused token is forgotten', async () => {
    const agent = await world.account()
    const { page } = await chromium.open(await chromium.context(), `${url}/trading`)
    await enter(page, agent.token)
    await page.getByLabel('Symbol or contract').fill('SP Y!')
    await page.getByRole('button', { name: 'Ask for a quote' }).click()
    await page.getByRole('alert').waitFor()
    expect(await page.getByRole('alert').textContent()).toMatch(/symbol/)
    await page.getByLabel('Symbol or contract').fill('SPY')
    await page.getByLabel('Quantity').fill('1000000')
    await page.getByRole('button', { name: 'Ask for a quote' }).click()
    await page.getByText(/Order at most max quantity \(\d+\)/).waitFor()
    expect(await page.getByRole('alert').textContent()).not.toMatch(/details\./)
    await page.getByRole('button', { name: 'Forget the token' }).click()
    await enter(page, agent.token.replace(/.$/, '_'))
    await page.getByText('The service does not accept this token.').waitFor()
    expect(await page.evaluate('sessionStorage.length')).toBe(0)
  })

  test.each(SCREENS)('is whole with an account at $width pixels, $theme', async (screen) => {
    const agent = await world.account({ name: 'W'.repeat(64) })
    await world.quote({ bid: 599.99, ask: 600.01 })
    await agent.bought({ symbol: 'SPY', side: 'buy', quantity: 3 })
    const { page, complaints } = await chromium.open(await chromium.context(screen), `${url}/trading`)
    await enter(page, agent.token)
    await page.getByRole('region', { name: 'Table: Shares' }).waitFor()
    expect(await chromium.violations(page)).toEqual([])
    expect(await chromium.overflow(page)).toBe(0)
    expect(complaints).toEqual([])
  })
})

test('the prices in the head of a page say when the oldest of them was quoted', async () => {
  await world.quote({ price: 600, quotedAt: new Date('2026-11-20T15:30:00Z') })
  const { page, complaints } = await chromium.open(await chromium.context(), `${url}/`)
  await page.locator('.prices').getByText('quoted Fri 20 Nov 2026, 10:30 ET').waitFor()
  expect(await page.locator('[data-quote=SPY]').textContent()).toBe('600.00')
  expect(complaints).toEqual([])
})

test('the prices come with their changes, and nothing moves when they arrive', async () => {
  const symbols = ['SPY', 'QQQ', 'IWM']
  const quoted = { price: 600, change_percent: -0.4975, quoted_at: '2026-11-20T10:30:00-05:00', delayed: false }
  const quotes = symbols.map((symbol) => ({ ...quoted, symbol }))
  for (const width of [1280, 390] as const) {
    const { page, complaints } = await chromium.page(await chromium.context({ width, theme: 'light' }))
    const asked = Promise.withResolvers<void>()
    await page.route('**/api/v1/trading/quotes?*', async (route) => {
      await asked.promise
      await route.fulfill({ json: { quotes } })
    })
    await page.goto(`${url}/tape`, { waitUntil: 'load' })
    const topOf = () => page.locator('main section').first().boundingBox()
    const before = await topOf()
    asked.resolve()
    await page.locator('[data-change=SPY]').getByText('−0.50 %').waitFor()
    expect(await topOf(), `at ${width}`).toEqual(before)
    expect(complaints).toEqual([])
  }
})

describe('/ops', () => {
  test('names no stage, trace or source run without the token', async () => {
    const { page } = await chromium.open(await chromium.context(), `${url}/ops`)
    const text = await page.evaluate<string>('document.body.innerText')
    const script = await (await fetch(`${url}/assets/ops.js`)).text()
    for (const stage of STAGES) {
      expect(text).not.toContain(stage)
      expect(script).not.toContain(`'${stage}'`)
    }
    await enter(page, 'wrong')
    await page.getByText('The service does not accept this token.').waitFor()
    expect(await page.locator('#stages li').count()).toBe(0)
  })

  test('shows every stage, and sends dead letters again with the admin token', async () => {
    const idle = { ready: 0, active: 0, delayed: 0, dead: 0, oldestReadyAgeMs: null }
    await saveStageDepths(world.sql, 'postgres', [{ ...idle, stage: 'report', dead: 2 }])
    const { page, complaints } = await chromium.open(await chromium.context(), `${url}/ops`)
    await enter(page, INTERNAL)
    await page.locator('.stage').getByText('2 dead').waitFor()
    expect(await page.locator('#stages .stage').count()).toBe(STAGES.length)
    await page.locator('#slots').getByText('hours are Eastern time').waitFor()
    const again = page.getByRole('button', { name: 'Send again: dead letters of report' })
    await again.click()
    await page.getByText('A redrive needs the admin token').waitFor()
    expect(await world.sql`select 1 from redrive_requests`).toHaveLength(0)
    await page.getByLabel('Admin token, for redrives').fill(ADMIN)
    await page.getByRole('button', { name: 'Keep in this tab' }).click()
    await again.click()
    await page.getByText('The dead letters of report are being sent again.').waitFor()
    expect(await world.sql`select r.stage from redrive_requests as r`).toEqual([{ stage: 'report' }])
    expect(await chromium.violations(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('shows the time of its picture while the service does not answer, and then removes the note', async () => {
    const { page, complaints } = await chromium.page(await chromium.context())
    await page.clock.install()
    await page.goto(`${url}/ops`)
    await enter(page, INTERNAL)
    await page.locator('#stages .stage').first().waitFor()
    const message = page.locator('#message')
    await page.route('**/internal/pipeline', (route) => route.abort())
    await page.clock.runFor(5_000)
    await message.getByText(/^The service did not answer. What stands below is of \w{3} \d+ \w{3} 2026, /).waitFor()
    expect(await page.locator('#seen').textContent()).toBe('Not renewed.')
    await page.unrouteAll()
    await page.clock.runFor(5_000)
    await eventually(async () => expect(await message.textContent()).toBe(''))
    expect(complaints).toEqual([])
  })

  test('keeps what the reader opened and how far a table is scrolled, and begins at now', async () => {
    const { page, complaints } = await chromium.page(await chromium.context({ width: 390, theme: 'light' }))
    await page.clock.install()
    let second = 0
    const slots = ['2026-11-20T10:00:00-05:00', '2026-11-20T10:15:00-05:00'].map((scheduled_for) => ({
      key: `fred:${scheduled_for}`,
      kind: 'fetch',
      scheduled_for,
      state: 'fired',
      late_seconds: 0,
      reason: null,
    }))
    await page.route('**/internal/pipeline', (route) => {
      const as_of = `2026-11-20T${10 + second++}:31:00-05:00`
      const rest = {
        stages: [],
        source_days: [],
        traces: [],
        seen_seconds_ago: 1,
        minutes: { fired: second, missed: 0 },
      }
      return route.fulfill({ json: { ...rest, slots, as_of, day: '2026-11-20' } })
    })
    await page.goto(`${url}/ops`)
    await enter(page, INTERNAL)
    const strip = page.getByRole('region', { name: 'Slots as a timeline' })
    await page.getByText('Minutes: 1 collected').waitFor()
    expect(await strip.evaluate((place) => place.scrollLeft)).toBeGreaterThan(100)
    await strip.evaluate((place) => place.scrollTo(7, 0))
    await page.getByText('All 2 slots').click()
    await page.clock.runFor(5_000)
    await page.getByText('Minutes: 2 collected').waitFor()
    expect(await strip.evaluate((place) => place.scrollLeft)).toBe(7)
    await page.getByRole('region', { name: 'Table: Slots' }).waitFor()
    expect(complaints).toEqual([])
  })

  test.each(SCREENS)('is whole at $width pixels, $theme', async (screen) => {
    const { page } = await chromium.open(await chromium.context(screen), `${url}/ops`)
    await enter(page, INTERNAL)
    await page.locator('#stages li').first().waitFor()
    expect(await chromium.violations(page)).toEqual([])
    expect(await chromium.overflow(page)).toBe(0)
  })
})

test('numbers that a script writes have a minus and not a hyphen, and a small loss is a zero without a sign', async () => {
  const { page } = await chromium.open(await chromium.context(), `${url}/ops`)
  const written = await page.evaluate(`import('/assets/dom.js').then(({ daysInWords, dollars, number }) => [
    number(-20.6, 1), number(-0.004), dollars(-1234.5), dollars(-0.001), daysInWords('-4.2 % since 2026-11-20, as SPY260918P00600000'),
  ])`)
  expect(written).toEqual(['−20.6', '0.00', '−$1,234.50', '$0.00', '−4.2 % since 20 Nov 2026, as SPY260918P00600000'])
})
