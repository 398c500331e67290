import { Writable } from 'node:stream'
import type { Link, OwnBroker, Transport, TransportFactory } from '../../harness/broker/transport.ts'
import { freshDatabase } from '../../harness/database.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker, StageDepth, Subscription } from '../../shared/broker/port.ts'
import { type Relay, startRelay } from '../../shared/broker/relay.ts'
import type { StageOptions } from '../../shared/broker/run-stage.ts'
import { runStage, type StageHandler } from '../../shared/broker/run-stage.ts'
import type { Bindings, StageName } from '../../shared/broker/topology.ts'
import type { MessageType } from '../../shared/domain/contract/messages.ts'
import { createLog, type Log } from '../../shared/log.ts'
import { openPool, type Pool } from '../../shared/postgres/server/db.ts'
import { LEFT_AFTER_MS } from './pace.ts'

export type { TransportFactory } from '../../harness/broker/transport.ts'

export interface LogLine {
  event: string
  stage?: string
  message_id?: string
  outcome?: string
  attempt?: number
  trace_id?: string
}

export interface Worker {
  broker: Broker
  relay: Relay
  stage<T extends MessageType, P>(handler: StageHandler<T, P>, options?: Partial<StageOptions>): Promise<Subscription>
}

export interface World extends Transport {
  sql: Pool
  /** The test's own connection, for publishing and inspection. */
  broker: Broker
  logged: LogLine[]
  log: Log
  /** Stands for another process: with its own connection (through `link`, if given) and relay. */
  worker(link?: Link): Promise<Worker>
  publish(...messages: NewMessage[]): Promise<void>
  depth(stage: StageName): Promise<StageDepth>
  /** Message ids of the effects a stage made, duplicates included. */
  effects(stage: StageName): Promise<string[]>
  end(): Promise<void>
}

/** The database of the effects: a fresh one of the run, or that of the test's own broker. */
async function openDatabase(own?: OwnBroker): Promise<{ url: string; sql: Pool; drop(): Promise<void> }> {
  if (!own?.databaseUrl) return await freshDatabase()
  const sql = openPool(own.databaseUrl, { max: 10, name: 'test' })
  return { url: own.databaseUrl, sql, drop: () => sql.end({ timeout: 1 }) }
}

export async function openWorld(
  factory: TransportFactory,
  { bindings, own }: { bindings?: Bindings; own?: OwnBroker } = {},
): Promise<World> {
  const database = await openDatabase(own)
  const { sql } = database
  await sql`create table effects (message_id text not null, stage text not null, worker text)`
  const transport = await (own ?? factory).open(database.url)
  const logged: LogLine[] = []
  const log = capturing(logged)
  const options = { log, ...(bindings ? { bindings } : {}) }
  const broker = await transport.connect(options)
  const workers: Worker[] = []
  return {
    ...transport,
    sql,
    broker,
    logged,
    log,
    async worker(link) {
      const mine = await (link ?? transport).connect(options)
      const relay = startRelay({ sql, broker: mine, log }, { leftAfterMs: LEFT_AFTER_MS })
      const worker: Worker = {
        broker: mine,
        relay,
        stage: (handler, more) => runStage({ sql, broker: mine, relay, log }, handler, { concurrency: 4, ...more }),
      }
      workers.push(worker)
      return worker
    },
    publish: (...messages) => broker.publish(messages.map((message) => toEnvelope(message))),
    depth: async (stage) => (await broker.depths()).find((depth) => depth.stage === stage)!,
    async effects(stage) {
      const rows = await sql<{ id: string }[]>`select e.message_id as id from effects as e where e.stage = ${stage}`
      return rows.map((row) => row.id)
    },
    async end() {
      for (const { broker: mine, relay } of workers) {
        await mine.close()
        await relay.stop()
      }
      await broker.close()
      await transport.close()
      await database.drop()
    },
  }
}

function capturing(lines: LogLine[]): Log {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as LogLine)
      done()
    },
  })
  return createLog({ level: 'debug', process: 'test' }, stream)
}
