import type { Agent } from 'undici'
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { sendRequest } from './send-request.ts'

export interface Credentials {
  appKey: string
  appSecret: string
}

export type Grant =
  | { grant_type: 'refresh_token'; refresh_token: string }
  | { grant_type: 'authorization_code'; code: string; redirect_uri: string }

const Tokens = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive().max(86_400),
})
export type Tokens = z.infer<typeof Tokens>

/** True if the vendor rejected the credentials or the token, so that trying again will not help. */
export const isRefused = (error: unknown): boolean => error instanceof AppError && error.details.refused === true

export async function requestTokens(
  { agent, baseUrl, credentials }: { agent: Agent; baseUrl: string; credentials: Credentials },
  grant: Grant,
  signal: AbortSignal,
): Promise<Tokens> {
  const basic = Buffer.from(`${credentials.appKey}:${credentials.appSecret}`).toString('base64')
  const outgoing = {
    url: new URL(`${baseUrl}/v1/oauth/token`),
    headers: { authorization: `Basic ${basic}` },
    form: new URLSearchParams({ ...grant }),
  }
  const { status, json } = await sendRequest(agent, outgoing, signal)
  if (status === 400 || status === 401) {
    throw new AppError('conflict', `the brokerage refuses the login (status ${status})`, { details: { refused: true } })
  }
  if (status !== 200) throw new AppError('unavailable', `the login failed with status ${status}`)
  const tokens = Tokens.safeParse(json)
  if (!tokens.success) throw new AppError('unavailable', 'the login response has no tokens')
  return tokens.data
}

/** URL where a person logs in; the browser is then redirected to `redirectUri` with a code valid for half a minute. */
export function authorizeUrl(baseUrl: string, appKey: string, redirectUri: string): string {
  const url = new URL(`${baseUrl}/v1/oauth/authorize`)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('client_id', appKey)
  url.searchParams.set('redirect_uri', redirectUri)
  return url.href
}
