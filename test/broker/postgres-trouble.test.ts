import { postgresTransport } from '../../harness/broker/postgres-transport.ts'
import { describeBrokerTrouble } from './conformance.ts'

describeBrokerTrouble('Postgres', postgresTransport)
