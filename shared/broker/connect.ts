import type { Log } from '../log.ts'
import type { Broker } from './port.ts'
import type { AmqpTls } from './rabbitmq-servers.ts'
import { BINDINGS, type Bindings } from './topology.ts'

export interface BrokerConfig {
  /** The nodes of the broker, separated by commas. */
  amqpUrl?: string | undefined
  amqpTls?: AmqpTls
  /** Prefix of every name on the RabbitMQ server; absent: the product's own. */
  amqpPrefix?: string | undefined
  databaseUrl: string
  /** Which stages have queues, and for which messages; absent: the product's own. */
  bindings?: Bindings
  /** A command of an operator, whose user on RabbitMQ may lack the right to declare queues. */
  isOperator?: boolean
}

/** Connects to RabbitMQ if a URL is configured, otherwise to the database as broker. The other one's driver is not loaded. */
export async function connectBroker(
  { amqpUrl, amqpTls, amqpPrefix, databaseUrl, bindings = BINDINGS, isOperator = false }: BrokerConfig,
  log: Log,
): Promise<Broker> {
  if (!amqpUrl) {
    const { connectPostgresBroker } = await import('./postgres-broker.ts')
    return await connectPostgresBroker(databaseUrl, { log, bindings })
  }
  const { connectRabbitBroker } = await import('./rabbitmq-broker.ts')
  return await connectRabbitBroker(amqpUrl, {
    log,
    bindings,
    isOperator,
    ...(amqpTls ? { tls: amqpTls } : {}),
    ...(amqpPrefix === undefined ? {} : { prefix: amqpPrefix }),
  })
}
