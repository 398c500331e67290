import { createHash } from 'node:crypto'
import { z } from 'zod'

const DAY_S = 86_400
const ACCESS_S = 1_800
/** Counted from a person's login; no refresh extends it. */
const REFRESH_S = 7 * DAY_S
const CODE_S = 30

/** A token contains its own expiry, so the simulator stores no logins. */
const Claims = z.object({ kind: z.enum(['code', 'refresh', 'access']), login: z.int(), until: z.int() })
type Claims = z.infer<typeof Claims>

const seal = (body: string): string => createHash('sha256').update(`simulated ${body}`).digest('base64url').slice(0, 27)

const write = (claims: Claims): string => {
  const body = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${body}.${seal(body)}`
}

const read = (token: string): Claims | null => {
  const [body = '', mark] = token.split('.')
  if (mark !== seal(body)) return null
  return Claims.parse(JSON.parse(Buffer.from(body, 'base64url').toString('utf8')))
}

const unix = (instant: Date): number => Math.floor(instant.getTime() / 1000)

/** Codes and access tokens begin and end like the vendor's; the `@` must survive a URL. */
export const loginCode = (instant: Date): string =>
  `C0.${write({ kind: 'code', login: unix(instant), until: unix(instant) + CODE_S })}@`

export type Tokens = {
  expires_in: number
  token_type: 'Bearer'
  scope: 'api'
  refresh_token: string
  access_token: string
  id_token: string
}

const tokensOf = (login: number, instant: Date): Tokens => ({
  expires_in: ACCESS_S,
  token_type: 'Bearer',
  scope: 'api',
  refresh_token: write({ kind: 'refresh', login, until: login + REFRESH_S }),
  access_token: `I0.${write({ kind: 'access', login, until: unix(instant) + ACCESS_S })}@`,
  id_token: `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify({ auth_time: login })).toString('base64url')}.`,
})

const valid = (token: string, kind: Claims['kind'], instant: Date): Claims | null => {
  const claims = read(token)
  return claims?.kind === kind && unix(instant) < claims.until ? claims : null
}

const bare = (token: string): string => token.replace(/^(?:C0|I0)\.|@$/g, '')

export const tokensForCode = (code: string, instant: Date): Tokens | null => {
  const claims = valid(bare(code), 'code', instant)
  return claims && tokensOf(claims.login, instant)
}

export const tokensForRefresh = (refresh: string, instant: Date): Tokens | null => {
  const claims = valid(refresh, 'refresh', instant)
  return claims && tokensOf(claims.login, instant)
}

export const isAccess = (token: string, instant: Date): boolean => valid(bare(token), 'access', instant) !== null
