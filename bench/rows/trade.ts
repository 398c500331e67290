import { eventually } from '../../harness/eventually.ts'
import { ADMIN } from '../../harness/tokens.ts'
import { AppError } from '../../shared/errors.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import { openMarket, startReplica, WORKER } from '../market.ts'
import type { Recorded } from '../measured/record-trade.ts'
import type { TradeLoad, TradesDone } from '../measured/trade-load.ts'
import { bringPgbench } from '../pgbench.ts'
import { endedChildrenSeconds, parentOf, processorDuring, processorSeconds, treeSeconds } from '../processor-time.ts'
import type { Rig } from '../rig.ts'
import type { RatioRow, Sides } from '../row.ts'
import { median } from '../statistics.ts'
import { shown } from '../table.ts'
import { tradeScript } from '../trade-script.ts'

const CLIENTS = 8
const WARM_UPS = 4
/** Ids and cash unlike any other number in a statement, so that a recorded parameter identifies itself. */
const FIRST_ACCOUNT = 700_001
const BALANCE = 987_654_321.0123
const ORDER = { symbol: 'SPY', side: 'buy', quantity: 1 }
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

/** A replica with its quotes worker, accounts for both sides, and the recorded statements of one pair. */
async function openFloor(rig: Rig) {
  const { database, env: market } = await openMarket(rig, { at: '10:00', speed: 1 })
  const { sql } = database
  await sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${FIRST_ACCOUNT}, false)`
  await displayEnough(sql)
  const env = { ...market, ...LIVE_QUOTES, ADMIN_TOKEN: ADMIN }
  rig.start(WORKER, { args: ['--quotes'], env })
  const api = await startReplica(rig, env)
  const tokens: string[] = []
  // The first accounts belong to pgbench: client n works on account FIRST_ACCOUNT + n.
  for (let at = 0; at < 2 * CLIENTS + 1; at++) tokens.push(await openAccount(api.url))
  const [recorder, ...ours] = tokens.slice(CLIENTS)
  await eventually(quoteIsGood(api.url))
  const recording = rig.start('bench/measured/record-trade.ts', { env })
  const recorded = await recording.ask<Recorded>({ token: recorder, body: ORDER })
  await recording.stop()
  return { database, api, ours, recorded }
}

/** Fails when a confirmed trade was not executed, or executed twice, or when the audit finds a broken rule. */
async function checkExecuted(sql: Pool, done: number): Promise<void> {
  const [row] = await sql<{ executed: number }[]>`
    select count(*)::integer as executed from trades as t
    where t.status = 'executed' and t.account_id > ${FIRST_ACCOUNT + CLIENTS}`
  // The ceiling replays one recorded quote, which soon is too old to be live.
  const broken = (await audit(sql)).filter(({ rule, offenders }) => rule !== 'fills-are-live' && offenders.length > 0)
  if (row!.executed === done && broken.length === 0) return
  throw new AppError('internal', `${done} confirmed, ${row!.executed} executed; broken: ${JSON.stringify(broken)}`)
}

/** Opens both sides on one database: ours over HTTP; the ceiling replays our recorded statements in pgbench. */
async function sides(rig: Rig, hot: boolean): Promise<Sides> {
  const { database, api, ours, recorded } = await openFloor(rig)
  const { sql, url: databaseUrl } = database
  const { script, variables } = tradeScript(recorded, { hot })
  const pgbench = await bringPgbench(rig)
  const load = rig.start('bench/measured/trade-load.ts')
  await load.heard()

  const seconds = rig.quick ? 2 : 8
  const [backend] = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`
  const server = await parentOf(backend.pid)
  const postgres = async () => (server === null ? null : await treeSeconds(server))
  const replica = () => processorSeconds(api.pid)
  const byClock: Record<'ours' | 'ceiling', number[]> = { ours: [], ceiling: [] }
  /** Returns pairs per second of processor time; without /proc, per second of the clock. */
  function rated(side: 'ours' | 'ceiling', pairs: number, perSecond: number, processor: number | null): number {
    byClock[side].push(perSecond)
    return processor === null ? perSecond : pairs / processor
  }
  let done = 0
  let moved = 0
  async function trade(): Promise<number> {
    const order: TradeLoad = { url: api.url, tokens: hot ? ours.map(() => ours[0]!) : ours, seconds, body: ORDER }
    const run = () => load.ask<TradesDone>(order)
    const { result, seconds: processor } = await processorDuring([replica, postgres], run)
    done += result.pairs
    moved += result.moved
    return rated('ours', result.pairs, result.pairs / result.seconds, processor)
  }
  async function ceiling(): Promise<number> {
    const first = String(FIRST_ACCOUNT)
    const order = { url: databaseUrl, script, variables: { ...variables, first }, clients: CLIENTS, seconds }
    const run = () => pgbench.run(order)
    const { result, seconds: processor } = await processorDuring([endedChildrenSeconds, postgres], run)
    return rated('ceiling', result.runs, result.perSecond, processor)
  }
  // The warm-up lasts until the counts over a minute have reached their final size.
  for (let at = 0; at < (rig.quick ? 1 : WARM_UPS); at++) {
    await trade()
    await ceiling()
  }
  // pgbench and autovacuum do the same: plans made for empty tables are kept until the tables are analysed.
  await sql`analyze`
  const clocked = (side: 'ours' | 'ceiling') => median(byClock[side].slice(-rig.rounds))
  return {
    ours: trade,
    ceiling,
    check: () => checkExecuted(sql, done),
    note: () =>
      `${CLIENTS} clients${hot ? ' on one account' : ', an account each'}; ${recorded.statements.length} statements a pair; ` +
      `${done} confirmed are ${done} executed, none twice; ${moved} times the market had moved` +
      `; by the clock ours ${shown(clocked('ours'))}, pgbench ${shown(clocked('ceiling'))} pairs/s, ` +
      `ratio ${(clocked('ours') / clocked('ceiling')).toFixed(2)}`,
  }
}

const row = (id: string, figure: string, hot: boolean): RatioRow => ({
  kind: 'ratio',
  id,
  figure,
  unit: 'pairs',
  better: 'higher',
  ceiling: 'the same statements, recorded and replayed by pgbench',
  goal: 0.7,
  open: (rig) => sides(rig, hot),
})

export const trades = row('trade', 'initiate and confirm over HTTP, a second of processor', false)
export const hotAccount = row('trade-hot', 'initiate and confirm over HTTP on one account, a second of processor', true)
