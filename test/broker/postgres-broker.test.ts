import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { describeBroker } from './conformance.ts'

describeBroker('Postgres', postgresTransport)
