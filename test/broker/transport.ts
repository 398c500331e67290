import type { BrokerConfig } from '../../shared/broker/connect.ts'
import type { Broker } from '../../shared/broker/port.ts'
import type { Bindings, StageName } from '../../shared/broker/topology.ts'
import type { Log } from '../../shared/log.ts'

export interface ConnectOptions {
  log: Log
  bindings?: Bindings
}

/** What a transport brings to be put to the test. */
export interface Transport {
  connect(options: ConnectOptions): Promise<Broker>
  /** A way to the same broker that can be broken, for the process under test alone. */
  link(): Promise<Link>
  /** Puts a body on a stage's queue without asking anybody: broken, or a duplicate the broker cannot know. */
  putRaw(stage: StageName, body: unknown): Promise<void>
  /** Makes the broker see now that a killed worker is gone; only called while no worker has anything in hand. */
  noticeLostWorkers(): Promise<void>
  /** What a worker process needs to connect by itself. */
  workerConfig: BrokerConfig
  close(): Promise<void>
}
export type OpenTransport = (databaseUrl: string) => Promise<Transport>

export interface Link {
  connect(options: ConnectOptions): Promise<Broker>
  /** Old and new connections swallow what either side sends, and nobody is told. */
  goSilent(): void
  /** New connections work; an old one that has lost something stays silent, as one does that a router forgot. */
  heal(): void
  close(): Promise<void>
}

/** A broker of the test's own, to be mistreated. */
export interface OwnBroker {
  open: OpenTransport
  /** The migrated database the effects must be in, where the broker is that database. */
  databaseUrl: string | null
  /** SIGKILL, no goodbye. */
  kill(): Promise<void>
  /** Again, on the same folder and port; resolves when it takes connections. */
  start(): Promise<void>
  /** Holds what it has and hands it out, but takes nothing new. */
  refuse(): Promise<void>
  accept(): Promise<void>
  remove(): Promise<void>
}

export interface TransportFactory {
  name: 'Postgres' | 'RabbitMQ'
  /** For `beforeAll`: brings the broker, if nobody has yet. */
  prepare(): Promise<void>
  open: OpenTransport
  ownBroker(): Promise<OwnBroker>
}
