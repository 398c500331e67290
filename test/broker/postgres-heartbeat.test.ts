import { describeHeartbeats } from './heartbeats.ts'
import { postgresTransport } from './postgres-transport.ts'

describeHeartbeats('Postgres', postgresTransport)
