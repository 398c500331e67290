import type { Row } from '../row.ts'
import { hotRead } from './hot-read.ts'
import { stagePostgres } from './stage-postgres.ts'
import { stageRabbitmq } from './stage-rabbitmq.ts'

/** In the order of the table. */
export const ROWS: readonly Row[] = [hotRead, stageRabbitmq, stagePostgres]
