import { AppError } from '../errors.ts'
import { type Credentials, requestTokens } from './schwab-oauth.ts'
import { createAgent } from './send-request.ts'
import type { TokenFile } from './token-file.ts'

const LOGIN_MS_MAX = 20_000

export interface Login {
  baseUrl: string
  credentials: Credentials
  /** Exactly the callback URL the app is registered with at the brokerage. */
  callback: string
  now: Date
}

/**
 * Exchanges the code in the URL the browser was redirected to after a login, valid for half a minute, for a token file.
 */
export async function completeLogin(
  { baseUrl, credentials, callback, now }: Login,
  redirectedTo: string,
): Promise<TokenFile> {
  const code = URL.canParse(redirectedTo) ? new URL(redirectedTo).searchParams.get('code') : null
  if (!code) throw new AppError('invalid', 'the URL has no code: copy the whole URL the browser was redirected to')
  const agent = createAgent()
  try {
    const grant = { grant_type: 'authorization_code', code, redirect_uri: callback } as const
    const host = { agent, baseUrl, credentials }
    const tokens = await requestTokens(host, grant, AbortSignal.timeout(LOGIN_MS_MAX))
    const seconds = Math.floor(now.getTime() / 1000)
    return { creation_timestamp: seconds, token: { ...tokens, expires_at: seconds + tokens.expires_in } }
  } finally {
    await agent.close()
  }
}
