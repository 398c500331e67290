import { expect, test } from 'vitest'
import { AppError } from '../../errors.ts'
import {
  databaseCodeOf,
  explainDatabase,
  isConnectionError,
  isDiskFull,
  isDroppedConnection,
  isMissingSchema,
  isPassingError,
  isReadOnly,
  isStatementTimeout,
} from './database-error.ts'

const coded = (code: unknown, rest: object = {}): Error => Object.assign(new Error('text'), { code, ...rest })

/** `link`: the server is gone. `passing`: it answers, and the same work may succeed later. `bug`: it never will. */
test.each([
  ['CONNECTION_CLOSED', 'link'],
  ['CONNECTION_ENDED', 'link'],
  ['CONNECT_TIMEOUT', 'link'],
  ['ECONNREFUSED', 'link'],
  ['ECONNRESET', 'link'],
  ['EHOSTUNREACH', 'link'],
  ['ENOTFOUND', 'link'],
  ['EAI_AGAIN', 'link'],
  ['EPIPE', 'link'],
  ['ETIMEDOUT', 'link'],
  ['ENOSPC', 'link'],
  ['08006', 'link'],
  ['53300', 'link'],
  ['57P01', 'link'],
  ['57P03', 'link'],
  ['58030', 'link'],
  ['28P01', 'link'],
  ['28000', 'link'],
  ['3D000', 'link'],
  ['53100', 'passing'],
  ['57014', 'passing'],
  ['40001', 'passing'],
  ['40P01', 'passing'],
  ['55P03', 'passing'],
  ['25006', 'passing'],
  ['23505', 'bug'],
  ['42P01', 'bug'],
  ['25001', 'bug'],
  ['40002', 'bug'],
  ['58000', 'bug'],
  ['2F006', 'bug'],
  ['', 'bug'],
])('an error of code %j is of the kind: %s', (code, kind) => {
  const error = coded(code)
  expect([isConnectionError(error), isPassingError(error)]).toEqual([kind === 'link', kind !== 'bug'])
})

test.each(['FATAL', 'PANIC'])(
  'an error that ends its connection is a lost link, whatever its code says: %s',
  (severity) => {
    for (const code of ['XX000', '55000', '42501']) {
      expect(isConnectionError(coded(code, { severity }))).toBe(true)
      expect(isPassingError(coded(code, { severity: 'ERROR' }))).toBe(false)
    }
  },
)

test('a server that cannot write the file that each new connection reads has a full disk', () => {
  const refused = (message: string, severity: string) => Object.assign(new Error(message), { code: 'XX000', severity })
  expect(isDiskFull(refused('could not write init file', 'FATAL'))).toBe(true)
  expect(isDiskFull(refused('could not write init file', 'ERROR'))).toBe(false)
  expect(isDiskFull(refused('cache lookup failed for relation 7', 'FATAL'))).toBe(false)
})

test('a socket that is missing is a lost link, and a missing file is a bug', () => {
  for (const code of ['ENOENT', 'EACCES']) {
    expect(isConnectionError(coded(code, { syscall: 'connect' }))).toBe(true)
    expect(isPassingError(coded(code, { syscall: 'open' }))).toBe(false)
  }
  expect(isConnectionError(coded('EISDIR', { syscall: 'connect' }))).toBe(false)
})

test('only an error has a code, and only a text is one', () => {
  expect([databaseCodeOf(coded('40001')), databaseCodeOf(coded(40_001)), databaseCodeOf({ code: '40001' })]).toEqual([
    '40001',
    '',
    '',
  ])
  expect([databaseCodeOf(null), databaseCodeOf(new Error('40001'))]).toEqual(['', ''])
})

test.each<[string, (error: unknown) => boolean, string[]]>([
  ['a full disk', isDiskFull, ['53100']],
  ['a server that takes no writes', isReadOnly, ['25006']],
  ['a statement that took too long', isStatementTimeout, ['57014']],
  ['a schema that is not there', isMissingSchema, ['42P01', '42883', '3F000']],
  ['an idle connection that has died', isDroppedConnection, ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01']],
])('%s is told by its codes alone', (_what, is, codes) => {
  const all = '53100 25006 57014 42P01 42883 3F000 CONNECTION_CLOSED ECONNRESET EPIPE 57P01 ECONNREFUSED 40001'.split(
    ' ',
  )
  expect(all.filter((code) => is(coded(code)))).toEqual(all.filter((code) => codes.includes(code)))
})

test('an error at the start states what to do, and one of our own is left unchanged', () => {
  const explained = (error: unknown) => {
    try {
      return explainDatabase(error)
    } catch (thrown) {
      return thrown as AppError
    }
  }
  const missing = coded('42P01')
  expect(explained(missing)).toMatchObject({
    kind: 'invalid',
    message: 'DATABASE_URL: the database has no schema yet, run npm run migrate',
    cause: missing,
  })
  expect(explained(coded('ECONNREFUSED'))).toMatchObject({ kind: 'unavailable', message: 'DATABASE_URL: text' })
  const own = new AppError('conflict', 'own')
  expect(explained(own)).toBe(own)
})
