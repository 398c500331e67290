import { AppError } from '../../shared/errors.ts'
import { audit } from '../../shared/postgres/audit/audit.ts'
import { ADMIN } from '../../test/api/support/api.ts'
import { eventually } from '../../test/harness/eventually.ts'
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

/** Opens both sides on one database: ours over HTTP; the ceiling replays our recorded statements in pgbench. */
async function sides(rig: Rig, hot: boolean): Promise<Sides> {
  const { database, env: market } = await openMarket(rig, { at: '10:00', speed: 1 })
  const { sql, url: databaseUrl } = database
  await sql`select setval(pg_get_serial_sequence('accounts', 'id'), ${FIRST_ACCOUNT}, false)`
  // Displayed size bounds an account's fills of a minute; this market displays enough for any rate.
  await sql`
    create function display_enough() returns trigger language plpgsql as $$
    begin
      new.ask_size := 1e9;
      return new;
    end $$`
  await sql`
    create trigger display_enough before insert or update on latest_quotes for each row execute function display_enough()`
  const env = { ...market, ADMIN_TOKEN: ADMIN, ALLOW_DELAYED_TRADING: '1' }
  rig.start(WORKER, { args: ['--quotes'], env })
  const api = await startReplica(rig, env)
  const admin = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' }
  async function account(): Promise<string> {
    const accounts = `${api.url}/api/v1/trading/admin/accounts`
    const made = await fetch(accounts, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify({ name: 'bench', balance: BALANCE }),
    })
    const { account_id, token } = (await made.json()) as { account_id: number; token: string }
    const patched = await fetch(`${accounts}/${account_id}`, {
      method: 'PATCH',
      headers: admin,
      body: JSON.stringify(FASTEST),
    })
    if (!patched.ok) throw new AppError('internal', await patched.text())
    return token
  }
  const tokens: string[] = []
  // The first accounts belong to pgbench: client n works on account FIRST_ACCOUNT + n.
  for (let at = 0; at < 2 * CLIENTS + 1; at++) tokens.push(await account())
  const [recorder, ...ours] = tokens.slice(CLIENTS)

  await eventually(async () => {
    const quote = (await (await fetch(`${api.url}/api/v1/trading/quote/SPY`)).json()) as {
      quality: string
      reason: string | null
    }
    return quote.quality === 'good' && quote.reason === null
  })
  const recording = rig.start('bench/measured/record-trade.ts', { env })
  const recorded = await recording.ask<Recorded>({ token: recorder, body: ORDER })
  await recording.stop()
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
    const used = hot ? ours.map(() => ours[0]!) : ours
    const order: TradeLoad = { url: api.url, tokens: used, seconds, body: ORDER }
    const asked = () => load.ask<TradesDone>(order)
    const { result, seconds: processor } = await processorDuring([replica, postgres], asked)
    done += result.pairs
    moved += result.moved
    return rated('ours', result.pairs, result.pairs / result.seconds, processor)
  }
  async function ceiling(): Promise<number> {
    const first = String(FIRST_ACCOUNT)
    const order = { url: databaseUrl, script, variables: { ...variables, first }, clients: CLIENTS, seconds }
    const said = () => pgbench.run(order)
    const { result, seconds: processor } = await processorDuring([endedChildrenSeconds, postgres], said)
    return rated('ceiling', result.runs, result.perSecond, processor)
  }
  const clocked = (side: 'ours' | 'ceiling') => median(byClock[side].slice(-rig.rounds))
  // The warm-up lasts until the counts over a minute have reached their final size.
  const warmUps = rig.quick ? 1 : WARM_UPS
  for (let at = 0; at < warmUps; at++) {
    await trade()
    await ceiling()
  }
  // pgbench and autovacuum do the same: plans made for empty tables are kept until the tables are analysed.
  await sql`analyze`
  return {
    ours: trade,
    ceiling,
    async check() {
      const [row] = await sql<{ executed: number }[]>`
        select count(*)::integer as executed from trades as t
        where t.status = 'executed' and t.account_id > ${FIRST_ACCOUNT + CLIENTS}`
      const broken = (await audit(sql)).filter(({ offenders }) => offenders.length > 0)
      if (row!.executed !== done || broken.length > 0)
        throw new AppError(
          'internal',
          `${done} confirmed, ${row!.executed} executed; broken: ${JSON.stringify(broken)}`,
        )
    },
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
  ceiling: 'the same statements, recorded and said by pgbench',
  goal: 0.7,
  open: (rig) => sides(rig, hot),
})

export const trades = row('trade', 'initiate and confirm over HTTP, a second of processor', false)
export const hotAccount = row('trade-hot', 'initiate and confirm over HTTP on one account, a second of processor', true)
