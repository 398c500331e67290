import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOps } from '../../harness/run-ops.ts'
import { systemClock } from '../../shared/time/clock.ts'
import { brokerageWorld, CREDENTIALS, type World } from '../market/support.ts'

let world: World
beforeAll(async () => {
  world = await brokerageWorld(() => systemClock.now())
})
afterAll(() => world.close())

async function ops(args: string[], env: Record<string, string> = {}): Promise<string> {
  const given = {
    SIMULATOR_URL: world.simulator.url,
    SCHWAB_APP_KEY: CREDENTIALS.appKey,
    SCHWAB_APP_SECRET: CREDENTIALS.appSecret,
    SCHWAB_TOKEN_FILE: join(world.folder, 'token.json'),
    ...env,
  }
  const { code, out, err } = await runOps(['brokerage', ...args], given)
  return (code === 0 ? out : err).trim()
}

test('ops brokerage: prints a link, refuses bad URLs, and logs in with the redirect for seven days', async () => {
  expect(await ops(['show'])).toBe('missing, there is no token file: an operator must log in')
  expect(await ops(['login', 'https://127.0.0.1:8182/?error=denied'])).toMatch(/^ops: the URL has no code/)
  expect(await ops(['login', 'https://127.0.0.1:8182/?code=C0.x%40'])).toBe(
    'ops: the brokerage refuses the login (status 400)',
  )
  // The code is valid for half a minute from here.
  const page = await fetch(await ops(['link']), { redirect: 'manual' })
  expect(await ops(['login', page.headers.get('location')!])).toMatch(/^logged in for seven days/)
  expect(JSON.parse(await ops(['show', '--json']))).toMatchObject({ state: 'valid', reason: null })
})

test('ops brokerage: an incomplete configuration is refused with what is missing', async () => {
  expect(await ops(['show'], { SCHWAB_APP_SECRET: '' })).toBe(
    'ops: SCHWAB_APP_SECRET: required together with the other SCHWAB_ variables',
  )
  const none = { SCHWAB_APP_KEY: '', SCHWAB_APP_SECRET: '', SCHWAB_TOKEN_FILE: '' }
  expect(await ops(['show'], none)).toMatch(/set SCHWAB_APP_KEY/)
})
