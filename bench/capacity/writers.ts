import { cycleReady } from '../../harness/broker/messages.ts'
import { rabbitTransportOn } from '../../harness/broker/rabbitmq-transport.ts'
import { toEnvelope } from '../../shared/broker/new-message.ts'
import { BINDINGS } from '../../shared/broker/topology.ts'
import { silentLog } from '../../shared/log.ts'
import { openMarket } from '../market.ts'
import type { DrainOrder, DrainPlan } from '../measured/drain.ts'
import type { TradeLoad, TradesDone } from '../measured/trade-load.ts'
import type { Rig } from '../rig.ts'
import { checkExecuted, FIRST_ACCOUNT, ORDER, openTradingFloor } from '../trading-floor.ts'
import type { Cost, Measured } from './cost.ts'
import { connectionsOf, databaseBytes, ofPostgres, ofProcess, ofRabbit, residentMb, spentDuring } from './probes.ts'

const CLIENTS = 4

/** Trades that are initiated and confirmed, as many as the seconds allow. */
export async function trades(rig: Rig): Promise<Measured> {
  const market = await openMarket(rig, { at: '10:00', speed: 1 })
  const { sql, api, tokens } = await openTradingFloor(rig, { market, accounts: CLIENTS })
  const load = rig.start('bench/measured/trade-load.ts')
  await load.heard()
  const probes = { replica: ofProcess(api.pid), postgres: await ofPostgres(sql) }
  let total = 0
  async function measure(seconds: number): Promise<Cost> {
    const order: TradeLoad = { url: api.url, tokens, seconds, body: ORDER }
    const before = await databaseBytes(sql)
    let pairs = 0
    const { processor } = await spentDuring(probes, async () => {
      pairs = (await load.ask<TradesDone>(order)).pairs
    })
    total += pairs
    const connections = await connectionsOf(sql, 'api%')
    return {
      size: pairs,
      processor,
      memoryMb: residentMb(api.pid),
      connections,
      bytes: (await databaseBytes(sql)) - before,
    }
  }
  const [short, long] = rig.quick ? [1, 2] : [2, 20]
  await measure(rig.quick ? 1 : 10)
  const small = await measure(short)
  const large = await measure(long)
  await checkExecuted(sql, { done: total, after: FIRST_ACCOUNT - 1 })
  return { id: 'trade', one: 'a trade: initiated and confirmed', per: 'unit', bytesAre: 'stored', small, large }
}

/** Messages that a stage takes from RabbitMQ: inbox, effect, outbox and a confirmed output each. */
export async function messages(rig: Rig): Promise<Measured> {
  const rabbit = await rig.rabbitUrl()
  const database = await rig.database()
  await database.sql`create table effects (message_id text not null, stage text not null, worker text)`
  const transport = await rabbitTransportOn(async () => rabbit)(database.url, BINDINGS)
  rig.defer(() => transport.close())
  const publisher = await transport.connect({ log: silentLog })
  rig.defer(() => publisher.close())
  const plan: DrainPlan = { ...transport.workerConfig, concurrency: 8 }
  const stage = rig.start('bench/measured/drain-stage.ts', { args: [JSON.stringify(plan)] })
  await stage.heard()
  const probes = { workers: ofProcess(stage.pid), postgres: await ofPostgres(database.sql), broker: ofRabbit() }
  let round = 0
  async function measure(count: number): Promise<Cost> {
    round += 1
    const before = await databaseBytes(database.sql)
    const envelopes = Array.from({ length: count }, (_, at) => toEnvelope(cycleReady(`r${round}m${at}`)))
    const { processor } = await spentDuring(probes, async () => {
      for (let from = 0; from < count; from += 200) await publisher.publish(envelopes.slice(from, from + 200))
      await stage.ask({ messages: count, output: true } satisfies DrainOrder)
    })
    const bytes = (await databaseBytes(database.sql)) - before
    return { size: count, processor, memoryMb: residentMb(stage.pid), connections: null, bytes }
  }
  const [few, many] = rig.quick ? [50, 200] : [500, 5_000]
  await measure(few)
  const one = 'a message of a stage on RabbitMQ, with a confirmed output'
  const [small, large] = [await measure(few), await measure(many)]
  return { id: 'message', one, per: 'unit', bytesAre: 'stored until pruned', small, large }
}
