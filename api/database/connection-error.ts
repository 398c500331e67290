/** Driver and socket errors that mean the link or the server is gone, not that the statement was wrong. */
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

/** 08 connection exceptions, 53 no resources (too many connections), 57P shut down or starting. */
const SQLSTATE = /^(08|53|57P)/

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

/** The server gave up on a statement: a lock or a load, but the link is fine. */
export const isStatementTimeout = (error: unknown): boolean => codeOf(error) === '57014'

export const isConnectionError = (error: unknown): boolean => {
  const code = codeOf(error)
  return DRIVER.has(code) || SQLSTATE.test(code)
}

/** Nobody has migrated yet: a table, a function or a schema is not there. */
export const isMissingSchema = (error: unknown): boolean => ['42P01', '42883', '3F000'].includes(codeOf(error))

/** An idle connection that died is worth one more attempt on a new one: reads can be repeated. */
export const isDroppedConnection = (error: unknown): boolean =>
  ['CONNECTION_CLOSED', 'ECONNRESET', 'EPIPE', '57P01'].includes(codeOf(error))
