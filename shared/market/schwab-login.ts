import { AppError } from '../errors.ts'
import { type Credentials, requestTokens } from './schwab-oauth.ts'
import { createAgent } from './send-request.ts'
import type { TokenFile } from './token-file.ts'

const LOGIN_MS_MAX = 20_000

export interface Login {
  baseUrl: string
  credentials: Credentials
  /** As the app is registered with the brokerage, to the letter. */
  callback: string
  now: Date
}

/** What the browser was sent to after a login holds the code, good for half a minute; this makes a token file of it. */
export async function completeLogin(
  { baseUrl, credentials, callback, now }: Login,
  sentTo: string,
): Promise<TokenFile> {
  const code = URL.canParse(sentTo) ? new URL(sentTo).searchParams.get('code') : null
  if (!code) throw new AppError('invalid', 'the URL has no code: copy all of what the browser was sent to')
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
