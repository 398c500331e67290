/** Driver and socket errors after which the link or the server is gone; the statement itself was not wrong. */
const DRIVER = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

/** 08: connection exceptions. 53: no resources, such as too many connections. 57P: shutting down or starting. */
const SQLSTATE = /^(08|53|57P)/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The server gave up on a statement because of a lock or load; the link is fine. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

export const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error)
  return DRIVER.has(code) || SQLSTATE.test(code)
}

/** A table, function or schema is missing: the database has not been migrated yet. */
export const isMissingSchema = (error: unknown): boolean => ['42P01', '42883', '3F000'].includes(codeOf(error))

/** An idle connection died. A read is then repeated once on a new connection. */
export const isDroppedConnection = (error: unknown): boolean =>
  ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(codeOf(error))
