import postgres from 'postgres'
import { buildApp } from '../../api/app.ts'
import { NO_RATE_LIMITS } from '../../harness/no-rate-limits.ts'
import { ADMIN } from '../../harness/tokens.ts'
import { readConfig } from '../../shared/config.ts'
import { AppError } from '../../shared/errors.ts'
import { silentLog } from '../../shared/log.ts'
import { openProviders } from '../../shared/market/open-providers.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { serviceClock } from '../../shared/postgres/server/service-time.ts'
import { runProcess } from '../../shared/run-process.ts'

export interface Statement {
  text: string
  parameters: (string | null)[]
}

/** The statements of one initiate and confirm, and the parameter values that identify the account. */
export interface Recorded {
  statements: Statement[]
  accountId: number
  tradeId: string
  cashBeforeE4: number
  cashAfterE4: number
  entryNumber: number
  createdAt: string
  expiresAt: string
  endedAt: string
}

/** Enough pairs that an entry's number equals no other parameter, and that every cache is filled. */
const PAIRS_BEFORE = 36

const asText = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  return String(value)
}

await runProcess('record-trade', async () => {
  const config = readConfig(process.env)
  const statements: Statement[] = []
  let listening = false
  const source = openPool(config.DATABASE_URL!, { max: 4, name: 'api-read', readOnly: true })
  const debug = (_id: number, text: string, parameters: unknown[]): void => {
    if (listening) statements.push({ text, parameters: parameters.map(asText) })
  }
  const sql = postgres(config.DATABASE_URL!, { ...source.options, debug } as never) as unknown as Pool
  const clock = serviceClock(() => source)
  await clock.sync()
  const app = await buildApp({
    sql,
    clock,
    log: silentLog,
    dataMode: 'simulated',
    instanceId: 'record',
    tokens: { admin: ADMIN, internal: 'internal-token-of-the-bench' },
    limits: { rates: NO_RATE_LIMITS },
    openQuotes: (budgets) => openProviders({ config, brokerage: null, clock, ...budgets }),
  })
  process.once('message', async ({ token, body }: { token: string; body: object }) => {
    const authorization = `Bearer ${token}`
    async function ask(method: 'GET' | 'POST', path: string, payload?: object) {
      const url = `/api/v1/trading/${path}`
      const answer = await app.inject({
        method,
        url,
        headers: { authorization, ...(payload ? { 'content-type': 'application/json' } : {}) },
        ...(payload ? { payload: JSON.stringify(payload) } : {}),
      })
      if (answer.statusCode >= 300) throw new AppError('internal', answer.body)
      return answer.json()
    }
    async function pair(): Promise<string> {
      const { trade_id } = await ask('POST', 'trades', body)
      await ask('POST', `trades/${trade_id}/confirm`)
      return trade_id
    }
    for (let at = 0; at < PAIRS_BEFORE; at++) await pair()
    const before = await ask('GET', 'account')
    listening = true
    const tradeId = await pair()
    listening = false
    const after = await ask('GET', 'account')
    const [times] = await source<{ createdAt: Date; expiresAt: Date; endedAt: Date }[]>`
      select t.created_at as "createdAt", t.expires_at as "expiresAt", t.ended_at as "endedAt" from trades as t
      where t.id = ${tradeId}`
    process.send!({
      statements,
      accountId: before.account_id,
      tradeId,
      cashBeforeE4: Math.round(before.balance * 10_000),
      cashAfterE4: Math.round(after.balance * 10_000),
      entryNumber: PAIRS_BEFORE + 2,
      createdAt: asText(times!.createdAt)!,
      expiresAt: asText(times!.expiresAt)!,
      endedAt: asText(times!.endedAt)!,
    } satisfies Recorded)
  })
  return async () => {
    clock.close()
    await app.close()
    await Promise.all([sql.end({ timeout: 1 }), source.end({ timeout: 1 })])
  }
})
