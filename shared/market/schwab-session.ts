import { AppError, errorMessage } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time/clock.ts'
import { isRefused, type Tokens } from './schwab-oauth.ts'
import { readTokenFile, type TokenFile, writeTokenFile } from './token-file.ts'
import { judgeToken } from './token-state.ts'

/** As in schwab-py, a token is renewed this long before it ends, so that none ends during a request. */
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
  /** Marks a token as not accepted by the vendor, even if it has not expired. */
  reject(accessToken: string): void
  refreshFailing(): boolean
}

/** True if there is no token file or the login has expired, which a new client cannot repair. */
export const isLoginNeeded = (error: unknown): boolean =>
  error instanceof AppError && error.details.loginNeeded === true

const loginNeeded = (message: string): AppError =>
  new AppError('unavailable', message, { details: { loginNeeded: true } })

/**
 * Provides the current access token. Several processes share the file: it is read again before each refresh, so that
 * one process refreshes and the others use what it wrote. If two refresh at once, both tokens are valid.
 */
export function createSession({ path, renew, clock, log }: SessionDeps): Session {
  let held: TokenFile | null = null
  let rejected: string | null = null
  let failing = false
  let refreshing: Promise<string> | null = null
  const store = tokenStore({ path, clock, log })

  const leftMs = ({ token }: TokenFile): number => token.expires_at * 1000 - clock.now().getTime()
  const usable = (file: TokenFile | null, leewayMs: number): file is TokenFile =>
    file !== null && file.token.access_token !== rejected && leftMs(file) > leewayMs

  async function exchange(base: TokenFile, again: boolean): Promise<TokenFile> {
    try {
      return await store.save(base, await renew(base.token.refresh_token, AbortSignal.timeout(REFRESH_MS_MAX)))
    } catch (error) {
      if (!again || !isRefused(error)) throw error
      const now = await store.load()
      if (now.token.refresh_token !== base.token.refresh_token) return await exchange(now, false)
      if (now.token.access_token !== base.token.access_token && usable(now, 0)) return now
      throw error
    }
  }

  async function refresh(): Promise<string> {
    try {
      const file = await store.load()
      held = usable(file, LEEWAY_MS) ? file : await exchange(file, true)
      failing = false
    } catch (error) {
      if (!isLoginNeeded(error)) {
        if (!failing) log.warn({ error: errorMessage(error) }, 'brokerage_refresh_failed')
        failing = true
      }
      // The current token stays valid until it ends, even if the refresh failed.
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

/** The token file: `load` throws unless its login is valid, and `save` adds the tokens of a refresh. */
function tokenStore({ path, clock, log }: Omit<SessionDeps, 'renew'>) {
  let hasWarned = false
  return {
    async load(): Promise<TokenFile> {
      const result = await readTokenFile(path)
      const { state, reason } = judgeToken(result, clock.now())
      if (result.state === 'read' && (state === 'valid' || state === 'expiring')) return result.file
      throw loginNeeded(reason ?? state)
    },
    async save(base: TokenFile, tokens: Tokens): Promise<TokenFile> {
      const expiresAt = Math.floor(clock.now().getTime() / 1000 + tokens.expires_in)
      const file: TokenFile = { ...base, token: { ...base.token, ...tokens, expires_at: expiresAt } }
      const stored = await readTokenFile(path)
      // A login since then is newer than the tokens of a refresh of the old one.
      if (stored.state === 'read' && stored.file.creation_timestamp > base.creation_timestamp) return stored.file
      try {
        await writeTokenFile(path, file)
        hasWarned = false
      } catch (error) {
        // This process can use the tokens although the file is read-only; the others refresh for themselves.
        if (!hasWarned) log.warn({ code: (error as { code?: unknown }).code }, 'brokerage_token_not_kept')
        hasWarned = true
      }
      return file
    },
  }
}
