import type { TestDatabase } from '../harness/database.ts'

export interface Transport {
  name: 'postgres' | 'rabbitmq'
  /** What a process needs to find it. */
  amqpUrl: string | undefined
}

/** Postgres is always at hand; RabbitMQ where the run was given one. */
export const TRANSPORTS: readonly Transport[] = [
  { name: 'postgres', amqpUrl: undefined },
  ...(process.env.AMQP_URL ? [{ name: 'rabbitmq' as const, amqpUrl: process.env.AMQP_URL }] : []),
]

export const brokerConfig = ({ amqpUrl }: Transport, { url }: TestDatabase) => ({ amqpUrl, databaseUrl: url })
