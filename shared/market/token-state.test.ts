import { expect, test } from 'vitest'
import type { TokenFileResult } from './token-file.ts'
import { judgeToken } from './token-state.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const HOUR_S = 3_600
/** A file whose login was so many seconds ago. */
const login = (secondsAgo: number): TokenFileResult => ({
  state: 'read',
  file: {
    creation_timestamp: NOW.getTime() / 1_000 - secondsAgo,
    token: { access_token: 'a', refresh_token: 'r', expires_at: 0 },
  },
})
const WEEK_S = 7 * 24 * HOUR_S

test.each([
  ['fresh', 0, 'valid', null],
  ['with 12 hours and a second left', WEEK_S - 12 * HOUR_S - 1, 'valid', null],
  ['with 12 hours left', WEEK_S - 12 * HOUR_S, 'expiring', 'the login expires in 12 hour(s)'],
  ['with less than two hours left', WEEK_S - 2 * HOUR_S + 1, 'expiring', 'the login expires in 1 hour(s)'],
  ['with an hour left', WEEK_S - HOUR_S, 'expiring', 'the login expires in 1 hour(s)'],
  ['with a second less', WEEK_S - HOUR_S + 1, 'expiring', 'the login expires in less than an hour'],
  ['with a second left', WEEK_S - 1, 'expiring', 'the login expires in less than an hour'],
  ['of a week ago', WEEK_S, 'expired', 'the login has expired'],
  ['of long ago', 100 * WEEK_S, 'expired', 'the login has expired'],
  ['a day ahead, of a clock that is wrong', -24 * HOUR_S, 'valid', null],
])('a login %s is judged', (_what, secondsAgo, state, why) => {
  expect(judgeToken(login(secondsAgo), NOW)).toEqual({
    state,
    expiresAt: new Date(NOW.getTime() + (WEEK_S - secondsAgo) * 1_000),
    reason: why && `${why}: an operator must log in again`,
  })
})

test.each<[string, TokenFileResult, string, string]>([
  ['missing', { state: 'missing' }, 'missing', 'there is no token file: an operator must log in'],
  [
    'broken',
    { state: 'unreadable', reason: 'it is too large' },
    'unreadable',
    'the token file is unusable: it is too large',
  ],
  [
    'of more than a day ahead, as milliseconds read as seconds are',
    login(-24 * HOUR_S - 1),
    'unreadable',
    'the token file is unusable: its login is in the future',
  ],
])('a file that is %s tells no end of the login', (_what, result, state, reason) => {
  expect(judgeToken(result, NOW)).toEqual({ state, expiresAt: null, reason })
})
