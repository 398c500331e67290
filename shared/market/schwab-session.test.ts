import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { isRefused, type Tokens } from './schwab-oauth.ts'
import { createSession, isLoginNeeded } from './schwab-session.ts'
import { type TokenFile, writeTokenFile } from './token-file.ts'

const LOGIN = Date.parse('2026-11-20T15:00:00Z')
const SECONDS = LOGIN / 1_000
const LASTS_SECONDS = 1_800
const LEEWAY_MS = 300_000
const refused = new AppError('conflict', 'refused', { details: { refused: true } })
const away = new AppError('unavailable', 'away')

let path: string
let atMs: number
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'market-session-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  path = join(folder, 'token.json')
  atMs = LOGIN
})

const login = (change: Partial<TokenFile['token']> = {}, at = SECONDS): TokenFile => ({
  creation_timestamp: at,
  token: { access_token: 'a1', refresh_token: 'r1', expires_at: SECONDS + LASTS_SECONDS, scope: 'api', ...change },
})
const read = async (): Promise<TokenFile> => JSON.parse(await readFile(path, 'utf8'))

/** A session whose renewals are answered by these, one after the other. */
function session(...answers: (Partial<Tokens> | Error | (() => Promise<Partial<Tokens>>))[]) {
  const renewed: string[] = []
  const lines: string[] = []
  const log = pino({ messageKey: 'event' }, { write: (line: string) => void lines.push(JSON.parse(line).event) })
  const opened = createSession({
    path,
    clock: { now: () => new Date(atMs) },
    log,
    async renew(refreshToken) {
      renewed.push(refreshToken)
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      const tokens = typeof answer === 'function' ? await answer() : answer
      return { access_token: 'a2', refresh_token: 'r1', expires_in: LASTS_SECONDS, ...tokens }
    },
  })
  return { ...opened, renewed, lines }
}

test('a token is used until five minutes before its end, and then renewed once for all who ask', async () => {
  await writeTokenFile(path, login())
  const { accessToken, renewed, refreshFailing } = session({})
  atMs = LOGIN + LASTS_SECONDS * 1_000 - LEEWAY_MS - 1
  expect(await accessToken()).toBe('a1')
  expect(renewed).toEqual([])
  atMs += 1.5
  expect(await Promise.all([accessToken(), accessToken(), accessToken()])).toEqual(['a2', 'a2', 'a2'])
  expect([renewed, refreshFailing()]).toEqual([['r1'], false])
  expect(await read()).toEqual({
    creation_timestamp: SECONDS,
    token: {
      access_token: 'a2',
      refresh_token: 'r1',
      scope: 'api',
      expires_in: LASTS_SECONDS,
      expires_at: Math.floor(atMs / 1_000) + LASTS_SECONDS,
    },
  })
})

test('a token that another process wrote is used without a renewal', async () => {
  await writeTokenFile(path, login())
  const { accessToken, renewed } = session()
  await accessToken()
  atMs = LOGIN + LASTS_SECONDS * 1_000
  await writeTokenFile(path, login({ access_token: 'a9', expires_at: SECONDS + 2 * LASTS_SECONDS }))
  expect(await accessToken()).toBe('a9')
  expect(renewed).toEqual([])
})

test('a token that the vendor rejected is renewed before its time', async () => {
  await writeTokenFile(path, login())
  const { accessToken, reject, renewed } = session({})
  expect(await accessToken()).toBe('a1')
  reject('a1')
  expect(await accessToken()).toBe('a2')
  expect(await accessToken()).toBe('a2')
  expect(renewed).toEqual(['r1'])
})

test('a refused renewal is tried again with the login that came into the file meanwhile, and only once', async () => {
  await writeTokenFile(path, login({ expires_at: 1 }))
  const comes = async (): Promise<never> => {
    await writeTokenFile(path, login({ refresh_token: 'r2', expires_at: 1 }))
    throw refused
  }
  const good = session(comes, { refresh_token: 'r2' })
  expect(await good.accessToken()).toBe('a2')
  expect(good.renewed).toEqual(['r1', 'r2'])
  await writeTokenFile(path, login({ expires_at: 1 }))
  const bad = session(comes, refused)
  await expect(bad.accessToken()).rejects.toBe(refused)
  expect([bad.renewed, bad.refreshFailing()]).toEqual([['r1', 'r2'], true])
})

test('a refused renewal takes the token that another process renewed meanwhile, unless it has ended', async () => {
  const renewedBy = (seconds: number) => async (): Promise<never> => {
    await writeTokenFile(path, login({ access_token: 'a9', expires_at: seconds }))
    throw refused
  }
  await writeTokenFile(path, login({ expires_at: 1 }))
  expect(await session(renewedBy(SECONDS + 1)).accessToken()).toBe('a9')
  await writeTokenFile(path, login({ expires_at: 1 }))
  await expect(session(renewedBy(SECONDS)).accessToken()).rejects.toBe(refused)
})

test('a renewal that is refused for good, or gets no answer, fails after one try', async () => {
  for (const error of [refused, away]) {
    await writeTokenFile(path, login({ expires_at: 1 }))
    const { accessToken, renewed, refreshFailing, lines } = session(error, error, {})
    await expect(accessToken()).rejects.toBe(error)
    expect([renewed, refreshFailing()]).toEqual([['r1'], true])
    await expect(accessToken()).rejects.toBe(error)
    expect(lines).toEqual(['brokerage_refresh_failed'])
    expect(await accessToken()).toBe('a2')
    expect(refreshFailing()).toBe(false)
  }
})

test('a renewal without an answer does not look for another login', async () => {
  await writeTokenFile(path, login({ expires_at: 1 }))
  const { accessToken, renewed } = session(async () => {
    await writeTokenFile(path, login({ refresh_token: 'r2', expires_at: 1 }))
    throw away
  })
  await expect(accessToken()).rejects.toBe(away)
  expect(renewed).toEqual(['r1'])
})

test('a held token is good to its last second, however its renewal goes', async () => {
  await writeTokenFile(path, login())
  const { accessToken, refreshFailing } = session(away, away)
  await accessToken()
  atMs = LOGIN + LASTS_SECONDS * 1_000 - 1
  expect(await accessToken()).toBe('a1')
  expect(refreshFailing()).toBe(true)
  atMs += 1
  await expect(accessToken()).rejects.toBe(away)
})

test('a login that came during a renewal stays in the file, and one from before it does not', async () => {
  await writeTokenFile(path, login({ expires_at: 1 }))
  const newer = login({ access_token: 'b1', refresh_token: 'q1' }, SECONDS + 1)
  const during = session(async () => {
    await writeTokenFile(path, newer)
    return {}
  })
  expect(await during.accessToken()).toBe('b1')
  expect(await read()).toEqual(newer)
  await writeTokenFile(path, login({ expires_at: 1 }))
  const before = session(async () => {
    await writeTokenFile(path, login({ access_token: 'b1' }, SECONDS))
    return {}
  })
  expect(await before.accessToken()).toBe('a2')
  expect((await read()).token.access_token).toBe('a2')
})

test('without a login nothing is renewed, and nothing counts as failing', async () => {
  const { accessToken, renewed, refreshFailing } = session()
  const error = await accessToken().catch((thrown: unknown) => thrown)
  expect([isLoginNeeded(error), isLoginNeeded(away), isLoginNeeded(null)]).toEqual([true, false, false])
  expect([renewed, refreshFailing()]).toEqual([[], false])
})

test('only a refusal marked as lasting counts as lasting', () => {
  expect([refused, away, new Error('refused'), null].map(isRefused)).toEqual([true, false, false, false])
})
