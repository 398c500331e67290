import { openMarket } from '../market.ts'
import type { Recorded } from '../measured/record-trade.ts'
import type { TradeLoad, TradesDone } from '../measured/trade-load.ts'
import { bringPgbench } from '../pgbench.ts'
import { endedChildrenSeconds, parentOf, processorDuring, processorSeconds, treeSeconds } from '../processor-time.ts'
import type { Rig } from '../rig.ts'
import type { RatioRow, Sides } from '../row.ts'
import { median } from '../statistics.ts'
import { shown } from '../table.ts'
import { tradeScript } from '../trade-script.ts'
import { checkExecuted, FIRST_ACCOUNT, ORDER, openTradingFloor } from '../trading-floor.ts'

const CLIENTS = 8
const WARM_UPS = 4
/** The ceiling replays one recorded quote, which soon is too old to be live. */
const EXCUSED = ['fills-are-live']

/** The floor with accounts for both sides, and the recorded statements of one pair. */
async function openFloor(rig: Rig) {
  const market = await openMarket(rig, { at: '10:00', speed: 1 })
  // The first accounts belong to pgbench: client n works on account FIRST_ACCOUNT + n.
  const { api, env, tokens } = await openTradingFloor(rig, { market, accounts: 2 * CLIENTS + 1 })
  const [recorder, ...ours] = tokens.slice(CLIENTS)
  const recording = rig.start('bench/measured/record-trade.ts', { env })
  const recorded = await recording.ask<Recorded>({ token: recorder, body: ORDER })
  await recording.stop()
  return { database: market.database, api, ours, recorded }
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
    check: () => checkExecuted(sql, { done, after: FIRST_ACCOUNT + CLIENTS, excused: EXCUSED }),
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
