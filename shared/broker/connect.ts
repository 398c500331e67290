import { AppError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Broker } from './port.ts'
import { connectPostgresBroker } from './postgres-broker.ts'

/** The configured transport: RabbitMQ where one is named, else the database itself. */
export async function connectBroker(
  config: { amqpUrl?: string | undefined; databaseUrl: string },
  log: Log,
): Promise<Broker> {
  if (config.amqpUrl) throw new AppError('invalid', 'AMQP_URL: the RabbitMQ transport is not part of this version')
  return await connectPostgresBroker(config.databaseUrl, { log })
}
