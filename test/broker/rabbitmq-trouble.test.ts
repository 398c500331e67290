import { beforeAll } from 'vitest'
import { rabbitTransport } from '../../harness/broker/rabbitmq-transport.ts'
import { RABBIT_START_MS, sharedRabbitUrl } from '../../harness/rabbitmq.ts'
import { describeBrokerTrouble } from './conformance.ts'

beforeAll(async () => void (await sharedRabbitUrl()), RABBIT_START_MS)

describeBrokerTrouble('RabbitMQ', rabbitTransport)
