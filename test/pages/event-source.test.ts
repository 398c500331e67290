import { expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../api/http/limits.ts'
import { useChromium } from '../../harness/chromium.ts'
import { eventually } from '../../harness/eventually.ts'
import { testApi } from '../api/support/api.ts'
import { openStream } from '../stream/open-stream.ts'
import { listening, streamWorld } from '../stream/stream-world.ts'

const streams = streamWorld()
const chromium = useChromium()

const FOLLOW = `
  window.seen = []
  window.source = new EventSource('/api/v1/agents/stream')
  for (const type of ['snapshot', 'alert']) source.addEventListener(type, ({ lastEventId }) => seen.push([type, Number(lastEventId)]))
  source.addEventListener('close', ({ lastEventId }) => seen.push(['close', Number(lastEventId)]))`

test('a browser’s EventSource resumes across a restart of the API with every event once', async () => {
  const { world, log, latest } = streams
  const app = await testApi(world.vendors.db.url)
  const address = new URL(await listening(app))
  const { page } = await chromium.open(await chromium.context(), `${address.origin}/ops`)
  const alerts = async () =>
    ((await page.evaluate('seen')) as [string, number][]).flatMap(([type, id]) => (type === 'alert' ? [id] : []))
  await log({})
  const from = await latest()
  await page.evaluate(FOLLOW)
  await eventually(async () => expect(await page.evaluate('seen.length')).toBe(1))
  await log({}, {})
  await eventually(async () => expect(await alerts()).toEqual([from + 1, from + 2]))

  await app.close()
  await log({}, {}, {})
  const again = await testApi(world.vendors.db.url)
  await again.listen({ host: '127.0.0.1', port: Number(address.port) })
  await eventually(async () => expect((await alerts()).at(-1)).toBe(from + 5))
  await log({})
  await eventually(async () => expect(await alerts()).toEqual([1, 2, 3, 4, 5, 6].map((step) => from + step)))
})

test('a page reopens its stream after a 503, which an EventSource never does by itself', {
  timeout: 60_000,
}, async () => {
  const limits = { streams: { ...DEFAULT_LIMITS.streams, connectionsMax: 1 } }
  const app = await testApi(streams.world.vendors.db.url, { limits })
  const url = await listening(app)
  const taken = await openStream(`${url}/api/v1/agents/stream`)
  const context = await chromium.context()
  const page = await context.newPage()
  const statuses: number[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/agents/stream')) statuses.push(answer.status())
  })
  await page.goto(`${url}/`)
  await eventually(async () => expect(statuses).toEqual([503]))
  taken.close()
  await page.waitForResponse((answer) => answer.url().includes('/agents/stream') && answer.status() === 200)
  expect(statuses.at(-1)).toBe(200)
})
