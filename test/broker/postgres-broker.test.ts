import { describeBroker } from './conformance.ts'
import { postgresTransport } from './postgres-transport.ts'

describeBroker('Postgres', postgresTransport)
