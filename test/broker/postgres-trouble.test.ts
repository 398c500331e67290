import { describeBrokerTrouble } from './conformance.ts'
import { postgresTransport } from './postgres-transport.ts'

describeBrokerTrouble('Postgres', postgresTransport)
