import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClockReport } from '../shared/postgres/server/clock-report.ts'
import { openPool, type Pool } from '../shared/postgres/server/db.ts'
import { lockOpenAccount, paceAccount } from '../shared/postgres/trading/accounts.ts'
import { openAccount } from '../shared/postgres/trading/open-account.ts'
import { eventually } from './eventually.ts'
import { type Product, startProduct } from './product.ts'

/** A history that takes half a minute instead of several. */
export const SHORT_HISTORY = {
  BACKFILL_SESSIONS: '2',
  BACKFILL_CYCLE_SESSIONS: '0',
  BACKFILL_VERDICT_SESSIONS: '0',
}
const PATIENCE = { within: 400_000 }
const UNAVAILABLE = 503

/** A running `npm start` whose clock the caller moves. */
export interface SteppedMarket {
  product: Product
  sql: Pool
  clock(command?: object): Promise<ClockReport>
  /** Moves the clock to an instant and resolves when it has arrived. */
  to(at: Date): Promise<ClockReport>
  /** Opens an account. */
  openAccount(name: string): Promise<{ id: number; token: string }>
  /** Lets the clock wait for an account in lock-step. */
  pace(id: number): Promise<void>
  close(): Promise<void>
}

/** Starts the product on a folder, and stops its clock at once if nobody has commanded it yet. */
export async function openSteppedMarket(dataDir: string, env: Record<string, string>): Promise<SteppedMarket> {
  const product = await startProduct({ dataDir, env: { ...SHORT_HISTORY, ...env } })
  const file = async (name: string) => JSON.parse(await readFile(join(dataDir, name), 'utf8'))
  const { admin } = await eventually(() => file('tokens.json'), PATIENCE)
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
  const send = async (command?: object): Promise<Response | false> => {
    const sent = command ? { method: 'POST', body: JSON.stringify(command) } : {}
    const answer = await fetch(`${product.url}/api/v1/admin/clock`, { headers, ...sent })
    return answer.status !== UNAVAILABLE && answer
  }
  const clock = async (command?: object): Promise<ClockReport> => {
    // The API listens before its database is up, and a busy machine may keep it from answering later, too.
    const answer = await eventually(() => send(command), { ...PATIENCE, everyMs: 20 })
    if (!answer.ok) throw new Error(`the clock answers ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as ClockReport
  }
  const { did } = await clock()
  if (did === null) await clock({ action: 'pause' })
  const { databaseUrl } = await eventually(() => file('running.json'), PATIENCE)
  // A story is one long read of every table.
  const sql = openPool(databaseUrl, { max: 2, name: 'test', statementTimeoutMs: 0 })
  return {
    product,
    sql,
    clock,
    async to(at) {
      await clock({ action: 'to', to: at.toISOString() })
      return await eventually(async () => {
        const report = await clock()
        return report.state === 'paused' && report
      }, PATIENCE)
    },
    async openAccount(name) {
      const { account, issued } = await sql.begin((tx) => openAccount(tx, { name }))
      return { id: account.id, token: issued.token }
    },
    async pace(id) {
      await sql.begin(async (tx) => await paceAccount(tx, await lockOpenAccount(tx, id)))
    },
    async close() {
      await sql.end({ timeout: 1 })
      await product.stop()
    },
  }
}
