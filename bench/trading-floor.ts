import { eventually } from '../harness/eventually.ts'
import { ADMIN } from '../harness/tokens.ts'
import { AppError } from '../shared/errors.ts'
import { audit } from '../shared/postgres/audit/audit.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { type Market, type Replica, startReplica, WORKER } from './market.ts'
import type { Rig } from './rig.ts'

/** Ids and cash unlike any other number in a statement, so that a recorded parameter identifies itself. */
export const FIRST_ACCOUNT = 700_001
const BALANCE = 987_654_321.0123
export const ORDER = { symbol: 'SPY', side: 'buy', quantity: 1 }
const FASTEST = { limits: { orders_per_minute: 60_000, max_pending_trades: 100, max_order_notional: 1_000_000_000 } }

/** The simulator takes any key of the right form; on a delayed feed a confirmed trade would wait for its fill. */
const LIVE_QUOTES = {
  QUOTE_PROVIDERS: 'alpaca',
  ALPACA_KEY_ID: `AK${'A'.repeat(18)}`,
  ALPACA_SECRET_KEY: 'a'.repeat(40),
  ALPACA_STOCK_FEED: 'sip',
}

/** Lets a market display enough for any rate of fills; displayed size bounds an account's fills of a minute. */
async function displayEnough(sql: Pool): Promise<void> {
  await sql`
    create function display_enough() returns trigger language plpgsql as $$
    begin
      new.ask_size := 1e9;
      return new;
    end $$`
  await sql`
    create trigger display_enough before insert or update on latest_quotes for each row execute function display_enough()`
}

/** Makes an account without limits that would slow the load, and returns its token. */
async function openAccount(apiUrl: string): Promise<string> {
  const accounts = `${apiUrl}/api/v1/trading/admin/accounts`
  const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' }
  const opening = JSON.stringify({ name: 'bench', balance: BALANCE })
  const made = await fetch(accounts, { method: 'POST', headers, body: opening })
  const { account_id, token } = (await made.json()) as { account_id: number; token: string }
  const patched = await fetch(`${accounts}/${account_id}`, { method: 'PATCH', headers, body: JSON.stringify(FASTEST) })
  if (!patched.ok) throw new AppError('internal', await patched.text())
  return token
}

const quoteIsGood = (apiUrl: string) => async (): Promise<boolean> => {
  const answer = await fetch(`${apiUrl}/api/v1/trading/quote/SPY`)
  const quote = (await answer.json()) as { quality: string; reason: string | null }
  return quote.quality === 'good' && quote.reason === null
}

export interface TradingFloor {
  sql: Pool
  api: Replica
  env: Record<string, string>
  tokens: string[]
}

/** A replica with its quotes worker and accounts that trade without limits. */
export async function openTradingFloor(
  rig: Rig,
  { market, accounts, rates }: { market: Market; accounts: number; rates?: string },
): Promise<TradingFloor> {
  const { sql } = market.database
  await sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${FIRST_ACCOUNT}, false)`
  await displayEnough(sql)
  const env = { ...market.env, ...LIVE_QUOTES, ADMIN_TOKEN: ADMIN }
  rig.start(WORKER, { args: ['--quotes'], env })
  const api = await startReplica(rig, { ...env, ...(rates ? { RATE_LIMITS: rates } : {}) })
  const tokens: string[] = []
  for (let at = 0; at < accounts; at++) tokens.push(await openAccount(api.url))
  await eventually(quoteIsGood(api.url))
  return { sql, api, env, tokens }
}

/** Fails when a confirmed trade was not executed, or executed twice, or when the audit finds a broken rule. */
export async function checkExecuted(
  sql: Pool,
  { done, after, excused = [] }: { done: number; after: number; excused?: readonly string[] },
): Promise<void> {
  const [row] = await sql<{ executed: number }[]>`
    select count(*)::integer as executed from trades as t where t.status = 'executed' and t.account_id > ${after}`
  const broken = (await audit(sql)).filter(({ rule, offenders }) => !excused.includes(rule) && offenders.length > 0)
  if (row!.executed === done && broken.length === 0) return
  throw new AppError('internal', `${done} confirmed, ${row!.executed} executed; broken: ${JSON.stringify(broken)}`)
}
