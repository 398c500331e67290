import type { Options } from 'amqplib'
import type { BrokerConfig } from '../../shared/broker/connect.ts'
import type { Broker } from '../../shared/broker/port.ts'
import type { Bindings, StageName } from '../../shared/broker/topology.ts'
import type { Log } from '../../shared/log.ts'

export interface ConnectOptions {
  log: Log
  bindings?: Bindings
}

/** Properties that any sender may write around a message; only AMQP has them. */
export interface Around {
  headers?: Record<string, unknown>
  properties?: Options.Publish
}

/** The part of a transport that the tests need. */
export interface Transport {
  connect(options: ConnectOptions): Promise<Broker>
  /** A breakable link to the same broker, for the process under test alone. */
  link(): Promise<Link>
  /** Puts any body on a stage's queue: a broken one, or a duplicate that the broker cannot recognise. */
  putRaw(stage: StageName, body: unknown, around?: Around): Promise<void>
  /** Makes the broker notice at once that a killed worker is gone; called only while no worker holds messages. */
  noticeLostWorkers(): Promise<void>
  /** The configuration with which a worker process connects by itself. */
  workerConfig: BrokerConfig
  close(): Promise<void>
}
/** Only the stages that tests handle have queues when `bindings` are absent. */
export type OpenTransport = (databaseUrl: string, bindings?: Bindings) => Promise<Transport>

export interface Link {
  connect(options: ConnectOptions): Promise<Broker>
  /** Old and new connections silently drop what either side sends. */
  goSilent(): void
  /** New connections work; an old one that has lost data stays silent, as after a router that forgot the connection. */
  heal(): void
  close(): Promise<void>
}

/** A broker of the test's own, which it may break. */
export interface OwnBroker {
  open: OpenTransport
  /** The migrated database in which the effects must be, if that database is the broker; otherwise null. */
  databaseUrl: string | null
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Restarts it on the same folder and port; resolves when it takes connections. */
  start(): Promise<void>
  /** It keeps and delivers what it holds, but takes nothing new. */
  refuse(): Promise<void>
  accept(): Promise<void>
  remove(): Promise<void>
}

export interface TransportFactory {
  name: 'Postgres' | 'RabbitMQ'
  /** For `beforeAll`: starts the broker unless it is running. */
  prepare(): Promise<void>
  open: OpenTransport
  ownBroker(): Promise<OwnBroker>
}
