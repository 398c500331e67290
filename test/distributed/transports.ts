import { ownRabbit } from '../../harness/rabbitmq.ts'
import type { RabbitNode } from '../../harness/rabbitmq-node.ts'
import type { BrokerConfig } from '../../shared/broker/connect.ts'

export interface Transport {
  name: 'Postgres' | 'RabbitMQ'
  /** Starts a node of the fleet's own, with the product's own names; null if the database is the broker. */
  startNode(): Promise<RabbitNode | null>
}

export const TRANSPORTS: readonly Transport[] = [
  { name: 'Postgres', startNode: async () => null },
  { name: 'RabbitMQ', startNode: ownRabbit },
]

export const brokerConfig = (node: RabbitNode | null, databaseUrl: string): BrokerConfig => ({
  amqpUrl: node?.url,
  databaseUrl,
})
