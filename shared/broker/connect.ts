import type { Log } from '../log.ts'
import type { Broker } from './port.ts'
import type { AmqpTls } from './rabbitmq-servers.ts'

export interface BrokerConfig {
  /** The nodes of the broker, separated by commas. */
  amqpUrl?: string | undefined
  amqpTls?: AmqpTls
  /** Prefix of every name on the RabbitMQ server; absent: the product's own. */
  amqpPrefix?: string | undefined
  databaseUrl: string
  /** A command of an operator, whose user on RabbitMQ may lack the right to declare queues. */
  isOperator?: boolean
}

/** Connects to RabbitMQ if a URL is configured, otherwise to the database as broker. The other one's driver is not loaded. */
export async function connectBroker(
  { amqpUrl, amqpTls, amqpPrefix, databaseUrl, isOperator = false }: BrokerConfig,
  log: Log,
): Promise<Broker> {
  if (!amqpUrl) {
    const { connectPostgresBroker } = await import('./postgres-broker.ts')
    return await connectPostgresBroker(databaseUrl, { log })
  }
  const { connectRabbitBroker } = await import('./rabbitmq-broker.ts')
  return await connectRabbitBroker(amqpUrl, {
    log,
    isOperator,
    ...(amqpTls ? { tls: amqpTls } : {}),
    ...(amqpPrefix === undefined ? {} : { prefix: amqpPrefix }),
  })
}
