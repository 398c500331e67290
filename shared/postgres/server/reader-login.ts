import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { openPool, type Pool, siblingPool } from './db.ts'

const ROLE_CHARS_MAX = 63
const ITERATIONS = 4_096

/** A login that may only read what a verdict is made of. */
export interface ReaderLogin {
  user: string
  /** Null where the owner of the database logs in without one. */
  password: string | null
}

/**
 * The second login besides the owner of the database. Its password is derived from the owner's, so that every replica
 * knows it without a further secret and a new password of the owner renews it too.
 */
export function derivedLogin(pool: Pool): ReaderLogin {
  const { user, pass } = pool.options as { user: string; pass: unknown }
  const name = `market_state_reader_${user}`
  return {
    user:
      Buffer.byteLength(name) <= ROLE_CHARS_MAX ? name : `market_state_reader_${sha256(user).toString('hex', 0, 16)}`,
    password:
      typeof pass === 'string' && pass !== ''
        ? createHmac('sha256', pass).update(`login of ${name}`).digest('hex')
        : null,
  }
}

/** A pool under the login that may only read, on the same server; `url` is the operator's own login in its place. */
export function readerPool(pool: Pool, { url, max }: { url?: string | undefined; max: number }): Pool {
  const settings = { application_name: 'api-verdict', default_transaction_read_only: 'on' }
  if (url === undefined) return siblingPool(pool, { max, login: derivedLogin(pool), settings })
  const { statement_timeout: statementTimeoutMs = 0 } = pool.options.connection
  return openPool(url, { max, name: 'api-verdict', readOnly: true, statementTimeoutMs })
}

/**
 * Returns what Postgres stores in place of a password (RFC 5802), so that no statement, which a log may repeat,
 * contains it.
 */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest()
  const stored = sha256(keyOf('Client Key')).toString('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest()
