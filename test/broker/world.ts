import { Writable } from 'node:stream'
import pino from 'pino'
import type { BrokerConfig } from '../../shared/broker/connect.ts'
import { type NewMessage, toEnvelope } from '../../shared/broker/new-message.ts'
import type { Broker, StageDepth, Subscription } from '../../shared/broker/port.ts'
import { type Relay, startRelay } from '../../shared/broker/relay.ts'
import type { StageOptions } from '../../shared/broker/run-stage.ts'
import { runStage, type StageHandler } from '../../shared/broker/run-stage.ts'
import type { Bindings, StageName } from '../../shared/broker/topology.ts'
import type { MessageType } from '../../shared/domain/messages.ts'
import type { Log } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/db.ts'
import { freshDatabase } from '../harness/database.ts'

/** What a transport brings to be put to the test. */
export interface Transport {
  connect(options: { log: Log; bindings?: Bindings }): Promise<Broker>
  /** Puts a body on a stage's queue without asking anybody: broken, or a duplicate the broker cannot know. */
  putRaw(stage: StageName, body: unknown): Promise<void>
  /** Makes the broker see now that a killed worker is gone; only called while no worker has anything in hand. */
  noticeLostWorkers(): Promise<void>
  /** What a worker process needs to connect by itself. */
  workerConfig: BrokerConfig
  close(): Promise<void>
}
export type TransportFactory = (databaseUrl: string) => Promise<Transport>

export interface LogLine {
  event: string
  stage?: string
  message_id?: string
  outcome?: string
  attempt?: number
}

export interface Worker {
  broker: Broker
  relay: Relay
  stage<T extends MessageType, P>(handler: StageHandler<T, P>, options?: Partial<StageOptions>): Promise<Subscription>
}

export interface World extends Transport {
  sql: Pool
  /** A connection of the test's own, for publishing and looking. */
  broker: Broker
  logged: LogLine[]
  /** As another process would be: its own connection and relay. */
  worker(): Promise<Worker>
  publish(...messages: NewMessage[]): Promise<void>
  depth(stage: StageName): Promise<StageDepth>
  /** Message ids of the effects a stage made, duplicates included. */
  effects(stage: StageName): Promise<string[]>
  end(): Promise<void>
}

export async function openWorld(factory: TransportFactory, bindings?: Bindings): Promise<World> {
  const database = await freshDatabase()
  const { sql } = database
  await sql`create table effects (message_id text not null, stage text not null, worker text)`
  const transport = await factory(database.url)
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
    async worker() {
      const own = await transport.connect(options)
      const relay = startRelay({ sql, broker: own, log })
      const worker: Worker = {
        broker: own,
        relay,
        stage: (handler, more) => runStage({ sql, broker: own, relay, log }, handler, { concurrency: 4, ...more }),
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
      for (const { broker: own, relay } of workers) {
        await own.close()
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
  return pino({ level: 'debug', messageKey: 'event' }, stream)
}
