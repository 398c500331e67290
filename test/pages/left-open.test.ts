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

/** A page whose timers go on at the test's command. */
async function leftOpen(path: string): Promise<{ page: Page; complaints: string[] }> {
  const context = await chromium.context()
  const { page, complaints } = await chromium.page(context)
  await page.clock.install()
  await page.goto(`${url}${path}`, { waitUntil: 'load' })
  return { page, complaints }
}

const MINUTE_MS = 60_000
const LOST =
  'This page cannot be renewed: the service does not answer. What stands here is of Fri 20 Nov 2026, 10:31 ET.'

test('a page that loses the service says so and of when it is, and takes it back once it is renewed', async () => {
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
