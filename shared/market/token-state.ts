import type { TokenReading } from './token-file.ts'

/** From the login of a person; no refresh makes it longer. */
const LOGIN_MS = 7 * 86_400_000
/** Spec 8: a token that expires within 12 hours is a warning. */
const EXPIRING_MS = 12 * 3_600_000
/** Clocks differ by seconds; a login of tomorrow is a mistake, such as milliseconds for seconds. */
const AHEAD_MS_MAX = 86_400_000

export const TOKEN_STATES = ['valid', 'expiring', 'expired', 'missing', 'unreadable'] as const
export type TokenState = (typeof TOKEN_STATES)[number]

export interface TokenJudgement {
  state: TokenState
  /** When somebody must have logged in again; null while the file does not say. */
  expiresAt: Date | null
  /** Null when it is valid. */
  reason: string | null
}

export function judgeToken(reading: TokenReading, now: Date): TokenJudgement {
  if (reading.state === 'missing') {
    return { state: 'missing', expiresAt: null, reason: 'there is no token file: somebody must log in' }
  }
  const unreadable = (why: string): TokenJudgement => ({
    state: 'unreadable',
    expiresAt: null,
    reason: `the token file is of no use: ${why}`,
  })
  if (reading.state === 'unreadable') return unreadable(reading.reason)
  const createdMs = reading.file.creation_timestamp * 1000
  if (createdMs - now.getTime() > AHEAD_MS_MAX) return unreadable('its login lies in the future')
  const expiresAt = new Date(createdMs + LOGIN_MS)
  const leftMs = expiresAt.getTime() - now.getTime()
  if (leftMs <= 0) return { state: 'expired', expiresAt, reason: 'the login has expired: somebody must log in again' }
  if (leftMs > EXPIRING_MS) return { state: 'valid', expiresAt, reason: null }
  const hours = Math.floor(leftMs / 3_600_000)
  const soon = hours === 0 ? 'less than an hour' : `${hours} hour(s)`
  return { state: 'expiring', expiresAt, reason: `the login expires in ${soon}: somebody must log in again` }
}
