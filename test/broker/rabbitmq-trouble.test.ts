import { beforeAll } from 'vitest'
import { RABBIT_START_MS, sharedRabbitUrl } from '../harness/rabbitmq.ts'
import { describeBrokerTrouble } from './conformance.ts'
import { rabbitTransport } from './rabbitmq-transport.ts'

beforeAll(async () => void (await sharedRabbitUrl()), RABBIT_START_MS)

describeBrokerTrouble('RabbitMQ', rabbitTransport)
