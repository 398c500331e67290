import type { Row } from '../row.ts'
import { aiCycle } from './ai-cycle.ts'
import { coldStart } from './cold-start.ts'
import { cyclePostgres, cycleRabbitmq } from './cycle.ts'
import { documents } from './documents.ts'
import { engineHistory } from './engine-history.ts'
import { hotRead } from './hot-read.ts'
import { memory } from './memory.ts'
import { optionChain } from './option-chain.ts'
import { pageRead } from './page-read.ts'
import { quoteRead } from './quote-read.ts'
import { stagePostgres } from './stage-postgres.ts'
import { stageRabbitmq } from './stage-rabbitmq.ts'
import { hotAccount, trades } from './trade.ts'

/** The rows in the order of the table. */
export const ROWS: readonly Row[] = [
  hotRead,
  quoteRead,
  pageRead,
  trades,
  hotAccount,
  documents,
  stageRabbitmq,
  stagePostgres,
  cycleRabbitmq,
  cyclePostgres,
  coldStart,
  memory,
  optionChain,
  engineHistory,
  aiCycle,
]
