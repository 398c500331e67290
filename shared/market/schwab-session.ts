import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { isRefused, type Tokens } from './schwab-oauth.ts'
import { readTokenFile, type TokenFile, writeTokenFile } from './token-file.ts'
import { judgeToken } from './token-state.ts'

/** As schwab-py: a token is renewed this long before it ends, so that none ends on its way. */
const LEEWAY_MS = 300_000
const REFRESH_MS_MAX = 10_000

export interface SessionDeps {
  path: string
  /** Exchanges the refresh token for new ones. */
  renew(refreshToken: string, signal: AbortSignal): Promise<Tokens>
  clock: Clock
  log: Log
}

export interface Session {
  accessToken(): Promise<string>
  /** The vendor did not accept it, whatever its time says. */
  reject(accessToken: string): void
  refreshFailing(): boolean
}

/** No file, or a login that is over: nothing a client could heal. */
export const isLoginNeeded = (error: unknown): boolean =>
  error instanceof AppError && error.details.loginNeeded === true

const loginNeeded = (message: string): AppError =>
  new AppError('unavailable', message, { details: { loginNeeded: true } })

/**
 * The access token in force. Several processes share the file: it is read again before each refresh, so that one
 * refreshes and the others take what it wrote; where two did at once, both tokens are good.
 */
export function createSession({ path, renew, clock, log }: SessionDeps): Session {
  let held: TokenFile | null = null
  let rejected: string | null = null
  let failing = false
  let refreshing: Promise<string> | null = null
  let writeWarned = false

  const leftMs = ({ token }: TokenFile): number => token.expires_at * 1000 - clock.now().getTime()
  const usable = (file: TokenFile | null, leewayMs: number): file is TokenFile =>
    file !== null && file.token.access_token !== rejected && leftMs(file) > leewayMs

  async function fromFile(): Promise<TokenFile> {
    const reading = await readTokenFile(path)
    const { state, reason } = judgeToken(reading, clock.now())
    if (reading.state === 'read' && (state === 'valid' || state === 'expiring')) return reading.file
    throw loginNeeded(reason ?? state)
  }

  /** A login that came meanwhile is newer than anything a refresh of the old one brought. */
  async function keep(base: TokenFile, tokens: Tokens): Promise<TokenFile> {
    const expiresAt = Math.floor(clock.now().getTime() / 1000 + tokens.expires_in)
    const file: TokenFile = { ...base, token: { ...base.token, ...tokens, expires_at: expiresAt } }
    const now = await readTokenFile(path)
    if (now.state === 'read' && now.file.creation_timestamp > base.creation_timestamp) return now.file
    try {
      await writeTokenFile(path, file)
      writeWarned = false
    } catch (error) {
      // A read-only file still serves this process; the others refresh for themselves.
      if (!writeWarned) log.warn({ code: (error as { code?: unknown }).code }, 'brokerage_token_not_kept')
      writeWarned = true
    }
    return file
  }

  async function exchange(base: TokenFile, again: boolean): Promise<TokenFile> {
    try {
      return await keep(base, await renew(base.token.refresh_token, AbortSignal.timeout(REFRESH_MS_MAX)))
    } catch (error) {
      if (!again || !isRefused(error)) throw error
      const now = await fromFile()
      if (now.token.refresh_token !== base.token.refresh_token) return await exchange(now, false)
      if (now.token.access_token !== base.token.access_token && usable(now, 0)) return now
      throw error
    }
  }

  async function refresh(): Promise<string> {
    try {
      const file = await fromFile()
      held = usable(file, LEEWAY_MS) ? file : await exchange(file, true)
      failing = false
    } catch (error) {
      if (!isLoginNeeded(error)) {
        if (!failing) log.warn({ error: errorMessage(error) }, 'brokerage_refresh_failed')
        failing = true
      }
      // What is held is good until it ends, however the refresh went.
      if (!usable(held, 0)) throw error
    }
    return held!.token.access_token
  }

  return {
    async accessToken() {
      if (usable(held, LEEWAY_MS)) return held.token.access_token
      refreshing ??= refresh().finally(() => {
        refreshing = null
      })
      return await refreshing
    },
    reject(accessToken) {
      rejected = accessToken
    },
    refreshFailing: () => failing,
  }
}
