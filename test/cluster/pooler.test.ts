import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi } from '../../api/start-api.ts'
import { startPgBouncer } from '../../harness/cluster/pgbouncer.ts'
import { type PostgresPair, startPostgresPair } from '../../harness/cluster/postgres-pair.ts'
import { runToEnd } from '../../harness/run-to-end.ts'
import { ADMIN } from '../../harness/tokens.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { LISTENING } from '../api/support/listening.ts'

let pair: PostgresPair
let pooler: string
beforeAll(async () => {
  pair = await startPostgresPair()
  pooler = await startPgBouncer(pair.workshop, pair.ports.primary)
}, 300_000)
afterAll(() => pair?.stop())

const CLIENTS = 4
const STATEMENTS = 300

/** A statement and what it must answer. */
type Ask = (client: Pool, at: number) => Promise<[is: unknown, expected: unknown]>
const ASKS: Ask[] = [
  async (client) => [(await client`select 'word' as is`)[0]!.is, 'word'],
  async (client, at) => [(await client`select ${at + 0.5}::float8 as is`)[0]!.is, at + 0.5],
  async (client, at) => {
    const instant = new Date(1_000_000_000_000 + at)
    return [(await client`select ${instant}::timestamptz as is`)[0]!.is, instant]
  },
  async (client, at) => {
    const word = `of ${at}`
    const [row] = await client.begin(async (tx) => {
      await tx`select 1`
      return await tx`select ${word}::text as is`
    })
    return [row!.is, word]
  },
  async (client) => [(await client.unsafe(`select 'unsafe' as is`))[0]!.is, 'unsafe'],
]

test('no statement is described or run as that of another client of the pooler, however many are sent at once', async () => {
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    openPool(pooler, { max: CLIENTS, name: `client-${at}`, pooled: true }),
  )
  try {
    const answers = await Promise.all(
      clients.flatMap((client) => Array.from({ length: STATEMENTS }, (_, at) => ASKS[at % ASKS.length]!(client, at))),
    )
    for (const [is, expected] of answers) expect(is).toEqual(expected)
  } finally {
    await Promise.all(clients.map((client) => client.end({ timeout: 1 })))
  }
}, 30_000)

test('the login of the verdict goes to the database itself, because a pooler does not know it', async () => {
  const api = await startApi({
    databaseUrl: pooler,
    directUrl: pair.primaryUrl,
    ...LISTENING,
    tokens: { admin: ADMIN },
  })
  try {
    const verdict = await (await fetch(`${api.url}/api/v1/ai2/verdict`)).json()
    expect(verdict).toMatchObject({ verdict: null, reason: 'No evening has been learned from the history yet.' })
  } finally {
    await api.close()
  }
}, 30_000)

test('a migration names the variable of the address that it cannot use', async () => {
  const { code, said } = await runToEnd(['shared/postgres/main.ts'], {
    DATABASE_URL: pooler,
    DATABASE_DIRECT_URL: pooler,
  })
  expect(code).toBe(1)
  expect(said.trim()).toMatch(/^migrate: DATABASE_DIRECT_URL: .* is a pooler .*; it must name the database itself$/)
}, 30_000)
