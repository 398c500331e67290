import postgres, { type ISql, type Sql, type TransactionSql } from 'postgres'

/** A pool or an open transaction: a query function does not care which. */
export type Db = ISql
export type Pool = Sql
export type Tx = TransactionSql

const STATEMENT_TIMEOUT_MS = 15_000
const CONNECT_TIMEOUT_S = 5
const DATE_OID = 1082
const INT8_OID = 20

export interface PoolOptions {
  max: number
  name: string
  /** The API's read pool: a bug there cannot write, and a slow query cannot hold a request. */
  readOnly?: boolean
  statementTimeoutMs?: number
}

/** Dates stay text (an Eastern date is no instant); bigint keys fit a double for the next centuries. */
export function openPool(url: string, options: PoolOptions): Pool {
  return postgres(url, {
    max: options.max,
    connect_timeout: CONNECT_TIMEOUT_S,
    idle_timeout: 60,
    onnotice: () => {},
    types: {
      date: { to: DATE_OID, from: [DATE_OID], serialize: (x: string) => x, parse: (x: string) => x },
      int8: { to: INT8_OID, from: [INT8_OID], serialize: String, parse: Number },
    },
    connection: {
      application_name: options.name,
      statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
      ...(options.readOnly ? { default_transaction_read_only: true } : {}),
    },
  }) as Pool
}
