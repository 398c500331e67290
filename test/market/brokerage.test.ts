import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Brokerage, HEALING_LIMITS, openBrokerage } from '../../shared/market/brokerage.ts'
import { writeTokenFile } from '../../shared/market/token-file.ts'
import { brokerageWorld, CREDENTIALS, type World } from './support.ts'

const LOGIN = new Date('2026-11-20T15:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000

let world: World
let at = LOGIN
let files = 0
const lines: string[] = []
const log = pino({ level: 'debug', messageKey: 'event' }, { write: (line: string) => void lines.push(line) })
const opened: Brokerage[] = []

beforeAll(async () => {
  world = await brokerageWorld(() => at)
})
afterEach(async () => {
  at = LOGIN
  lines.length = 0
  await world.heal()
  await Promise.all(opened.splice(0).map((brokerage) => brokerage.close()))
})
afterAll(() => world.close())

const newFile = (): string => join(world.folder, `token-${files++}.json`)

function open(tokenFile: string, options: { nowMs?: () => number; limits?: typeof HEALING_LIMITS } = {}): Brokerage {
  const baseUrl = () => world.baseUrl(at)
  const brokerage = openBrokerage({
    baseUrl,
    credentials: CREDENTIALS,
    tokenFile,
    clock: { now: () => at },
    log,
    ...options,
  })
  opened.push(brokerage)
  return brokerage
}
const spy = async (brokerage: Brokerage, ms = 5_000) =>
  (await brokerage.quotes(['SPY'], AbortSignal.timeout(ms))).get('SPY')
const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
const events = () => lines.map((line) => JSON.parse(line).event)

test('quotes have price, touch, sizes in shares and the time of the quote', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const quotes = await open(path).quotes(['SPY', '$VIX', 'BRK/B', 'NOBODY'], AbortSignal.timeout(5_000))
  expect([...quotes.keys()]).toEqual(['SPY', '$VIX', 'BRK/B'])
  const quote = quotes.get('SPY')!
  expect(quote.ask! - quote.bid!).toBeCloseTo(0.02, 6)
  expect(quote.bidSize! % 100).toBe(0)
  expect(quote).toMatchObject({ symbol: 'SPY', realtime: true, quotedAt: LOGIN })
  expect(quotes.get('$VIX')).toMatchObject({ bid: null, askSize: null })
})

test('a token near its end is refreshed once for all callers and written back, readable only by its owner', async () => {
  const path = newFile()
  const first = await world.loginTo(path, LOGIN)
  expect(first).toMatchObject({
    creation_timestamp: LOGIN.getTime() / 1000,
    token: { expires_at: LOGIN.getTime() / 1000 + 1800 },
  })
  const brokerage = open(path)
  await spy(brokerage)
  expect((await read(path)).token.access_token).toBe(first.token.access_token)
  at = new Date(LOGIN.getTime() + 26 * MINUTE)
  await chmod(path, 0o644)
  await Promise.all(Array.from({ length: 10 }, () => spy(brokerage)))
  const file = await read(path)
  expect(file.creation_timestamp).toBe(first.creation_timestamp)
  expect(file.token).toMatchObject({ refresh_token: first.token.refresh_token, expires_at: at.getTime() / 1000 + 1800 })
  expect(file.token.access_token).not.toBe(first.token.access_token)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect((await readdir(world.folder)).filter((name) => name.includes('.json.'))).toEqual([])
})

test('a second replica uses the token the first has written without refreshing itself', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const [one, other] = [open(path), open(path)]
  await Promise.all([spy(one), spy(other)])
  at = new Date(LOGIN.getTime() + 26 * MINUTE)
  await spy(one)
  await world.fault({ mode: 'status', status: 500, path: '/oauth/token' })
  expect(await spy(other)).toBeDefined()
  expect(other.health().refreshFailing).toBe(false)
})

test('a refresh keeps a newer login in the file', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const brokerage = open(path)
  await spy(brokerage)
  at = new Date(LOGIN.getTime() + 26 * MINUTE)
  await world.fault({ mode: 'latency', ms: 300, path: '/oauth/token', times: 1 })
  const asked = spy(brokerage)
  const newer = await world.login(at)
  await writeTokenFile(path, newer)
  expect(await asked).toBeDefined()
  expect(await read(path)).toEqual(newer)
})

test('after a refused refresh the file is read again, and a new login in it is used', async () => {
  const path = newFile()
  const good = await world.login(LOGIN)
  await writeTokenFile(path, { ...good, token: { ...good.token, refresh_token: 'revoked', expires_at: 1 } })
  const brokerage = open(path)
  await expect(spy(brokerage)).rejects.toThrow('refuses the login')
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 1, refreshFailing: true })
  await writeTokenFile(path, good)
  expect(await spy(brokerage)).toBeDefined()
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 0, refreshFailing: false })
})

test('an access token refused early is refreshed once', async () => {
  const path = newFile()
  const file = await world.loginTo(path, LOGIN)
  await writeTokenFile(path, { ...file, token: { ...file.token, access_token: 'taken-back' } })
  const brokerage = open(path)
  expect(await spy(brokerage)).toBeDefined()
  await world.fault({ mode: 'status', status: 401, path: '/marketdata' })
  await expect(spy(brokerage)).rejects.toThrow('status 401')
})

test('a failed refresh does not matter while the token is valid', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const brokerage = open(path)
  await spy(brokerage)
  await world.fault({ mode: 'status', status: 500, path: '/oauth/token' })
  at = new Date(LOGIN.getTime() + 27 * MINUTE)
  expect(await spy(brokerage)).toBeDefined()
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 0, refreshFailing: true })
  at = new Date(LOGIN.getTime() + 31 * MINUTE)
  await expect(spy(brokerage)).rejects.toThrow('status 500')
})

test('a token is valid, expiring within 12 hours, expired, missing or unreadable', async () => {
  const path = newFile()
  const brokerage = open(path)
  const state = async (now: Date) => (await brokerage.token(now)).state
  expect(await state(at)).toBe('missing')
  await world.loginTo(path, LOGIN)
  const after = (ms: number) => new Date(LOGIN.getTime() + ms)
  expect(await state(after(6.5 * DAY - 1))).toBe('valid')
  expect(await state(after(6.5 * DAY))).toBe('expiring')
  expect(await state(after(7 * DAY - 1))).toBe('expiring')
  expect(await state(after(7 * DAY))).toBe('expired')
  for (const text of ['', '{', '{"token": {}}', JSON.stringify({ creation_timestamp: LOGIN.getTime(), token: {} })]) {
    await writeFile(path, text)
    expect(await state(at), text).toBe('unreadable')
  }
  const milliseconds = await world.login(LOGIN)
  await writeTokenFile(path, { ...milliseconds, creation_timestamp: LOGIN.getTime() })
  expect(await state(at)).toBe('unreadable')
})

test('without a login nothing is requested or replaced, and a new login is used at once', async () => {
  const path = newFile()
  const brokerage = open(path)
  for (let tries = 0; tries < 9; tries++) await expect(spy(brokerage)).rejects.toThrow('an operator must log in')
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 0, rebuilds: 0, alarm: false })
  await world.loginTo(path, LOGIN)
  expect(await spy(brokerage)).toBeDefined()
})

test.each([
  ['stall', 'no answer in time'],
  ['malformed', 'not JSON'],
  ['absurd', 'not one is valid'],
  ['html', 'not JSON'],
  ['empty', 'not JSON'],
])('the fault %s is a failure with a reason of our own', async (mode, reason) => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const brokerage = open(path)
  await world.fault({ mode, path: '/marketdata' })
  await expect(spy(brokerage, mode === 'stall' ? 500 : 5_000)).rejects.toThrow(reason)
  expect(brokerage.health().consecutiveFailures).toBe(1)
})

test('status 429 is a failure that recovers by itself', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  const brokerage = open(path)
  await world.fault({ mode: 'status', status: 429, path: '/marketdata', times: 1 })
  await expect(spy(brokerage)).rejects.toThrow('status 429')
  expect(await spy(brokerage)).toBeDefined()
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 0, secondsSinceSuccess: 0 })
})

test('a wedged client is replaced after three failures, raises the alarm after six over a minute, and recovers', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  let nowMs = 1_000
  const brokerage = open(path, { nowMs: () => nowMs })
  await spy(brokerage)
  await world.fault({ mode: 'stall', path: '/marketdata' })
  const fail = async (times: number) => {
    for (let count = 0; count < times; count++) {
      nowMs += 10_000
      await expect(spy(brokerage, 100)).rejects.toThrow('no answer in time')
    }
  }
  await fail(2)
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 2, rebuilds: 0 })
  await fail(1)
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 3, rebuilds: 1, secondsSinceSuccess: 30 })
  await fail(3)
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 6, alarm: false })
  await fail(1)
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 7, alarm: true, rebuilds: 2 })
  await fail(2)
  expect(events().filter((event) => event === 'trading_client_wedged')).toHaveLength(1)
  expect(lines.some((line) => JSON.parse(line).level === 60)).toBe(true)
  await world.heal()
  nowMs += 10_000
  expect(await spy(brokerage)).toBeDefined()
  expect(brokerage.health()).toMatchObject({ consecutiveFailures: 0, alarm: false, secondsSinceSuccess: 0 })
  expect(events()).toContain('trading_client_recovered')
})

test('a new client reads the token file again, although the old token looked valid', async () => {
  const path = newFile()
  const file = await world.loginTo(path, LOGIN)
  const brokerage = open(path, { limits: { ...HEALING_LIMITS, rebuildAfter: 2 } })
  await spy(brokerage)
  // The file holds an expired token of a login elsewhere, so using it causes a refresh that shows in the file.
  const elsewhere = { ...file, token: { ...file.token, expires_at: 1 } }
  await writeTokenFile(path, elsewhere)
  await spy(brokerage)
  expect(await read(path)).toEqual(elsewhere)
  await world.fault({ mode: 'status', status: 500, path: '/marketdata', times: 2 })
  await expect(spy(brokerage)).rejects.toThrow('status 500')
  await expect(spy(brokerage)).rejects.toThrow('status 500')
  expect(await spy(brokerage)).toBeDefined()
  expect((await read(path)).token.expires_at).toBe(at.getTime() / 1000 + 1800)
})

test('after a long time without success the client is replaced before the next request', async () => {
  const path = newFile()
  await world.loginTo(path, LOGIN)
  let nowMs = 0
  const brokerage = open(path, { nowMs: () => nowMs })
  await spy(brokerage)
  nowMs += HEALING_LIMITS.staleMs
  await spy(brokerage)
  expect(brokerage.health().rebuilds).toBe(0)
  nowMs += HEALING_LIMITS.staleMs + 1
  expect(await spy(brokerage)).toBeDefined()
  expect(brokerage.health().rebuilds).toBe(1)
})

test('no log line contains a secret', async () => {
  const path = newFile()
  const file = await world.loginTo(path, LOGIN)
  const brokerage = open(path, { limits: { rebuildAfter: 1, staleMs: 1, alarmAfter: 1, alarmMs: 0 } })
  for (const [mode, where] of [
    ['status', '/oauth'],
    ['stall', '/marketdata'],
    ['reset', '/marketdata'],
    ['malformed', '/oauth'],
  ] as const) {
    at = new Date(at.getTime() + 40 * MINUTE)
    await world.fault({ mode, path: where, status: 401 })
    await spy(brokerage, 200).catch((error: unknown) => lines.push(String(error)))
    await world.heal()
  }
  expect(lines.length).toBeGreaterThan(8)
  const logged = lines.join('\n')
  for (const secret of [file.token.access_token, file.token.refresh_token, CREDENTIALS.appSecret]) {
    expect(logged).not.toContain(secret)
  }
  expect(logged).not.toMatch(/Bearer|Basic|https?:/)
})
