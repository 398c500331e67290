import { beforeAll } from 'vitest'
import { RABBIT_START_MS, sharedRabbitUrl } from '../harness/rabbitmq.ts'
import { describeHeartbeats } from './heartbeats.ts'
import { rabbitTransport } from './rabbitmq-transport.ts'

beforeAll(async () => void (await sharedRabbitUrl()), RABBIT_START_MS)

describeHeartbeats('RabbitMQ', rabbitTransport)
