import type { TokenFileResult } from './token-file.ts'

/** Lifetime from the person's login; a refresh does not extend it. */
const LOGIN_MS = 7 * 86_400_000
/** A token that expires within 12 hours is a warning. */
const EXPIRING_MS = 12 * 3_600_000
/** Clocks differ by seconds; a login a day ahead is a mistake, such as milliseconds for seconds. */
const AHEAD_MS_MAX = 86_400_000

export const TOKEN_STATES = ['valid', 'expiring', 'expired', 'missing', 'unreadable'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

export interface TokenJudgement {
  state: TokenState
  /** When a person must have logged in again; null if the file does not tell. */
  expiresAt: Date | null
  /** Null while it is valid. */
  reason: string | null
}

export function judgeToken(result: TokenFileResult, now: Date): TokenJudgement {
  if (result.state === 'missing') {
    return { state: 'missing', expiresAt: null, reason: 'there is no token file: an operator must log in' }
  }
  const unreadable = (why: string): TokenJudgement => ({
    state: 'unreadable',
    expiresAt: null,
    reason: `the token file is unusable: ${why}`,
  })
  if (result.state === 'unreadable') return unreadable(result.reason)
  const createdMs = result.file.creation_timestamp * 1000
  if (createdMs - now.getTime() > AHEAD_MS_MAX) return unreadable('its login is in the future')
  const expiresAt = new Date(createdMs + LOGIN_MS)
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0)
    return { state: 'expired', expiresAt, reason: 'the login has expired: an operator must log in again' }
  if (leftMs > EXPIRING_MS) return { state: 'valid', expiresAt, reason: null }
  const hours = Math.floor(leftMs / 3_600_000)
  const soon = hours === 0 ? 'less than an hour' : `${hours} hour(s)`
  return { state: 'expiring', expiresAt, reason: `the login expires in ${soon}: an operator must log in again` }
}
