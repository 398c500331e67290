import type { Row } from '../row.ts'
import { aiCycle } from './ai-cycle.ts'
import { coldStart } from './cold-start.ts'
import { companyPanels } from './company-panels.ts'
import { crowd, crowdOfOne } from './crowd.ts'
import { cyclePostgres, cycleRabbitmq } from './cycle.ts'
import { documents } from './documents.ts'
import { engineHistory } from './engine-history.ts'
import { hotRead } from './hot-read.ts'
import { memory } from './memory.ts'
import { month } from './month.ts'
import { optionChain } from './option-chain.ts'
import { pageRead } from './page-read.ts'
import { quoteRead } from './quote-read.ts'
import { screenerRun } from './screener-run.ts'
import { sseFanOut } from './sse-fan-out.ts'
import { stagePostgres } from './stage-postgres.ts'
import { stageRabbitmq } from './stage-rabbitmq.ts'
import { steppedMonth, steppedSession } from './stepped.ts'
import { steppedMcp } from './stepped-mcp.ts'
import { tenYears } from './ten-years.ts'
import { hotAccount, trades } from './trade.ts'
import { webhooks } from './webhooks.ts'

/** The rows in the order of the table. */
export const ROWS: readonly Row[] = [
  hotRead,
  quoteRead,
  pageRead,
  trades,
  hotAccount,
  crowd,
  crowdOfOne,
  documents,
  tenYears,
  companyPanels,
  sseFanOut,
  webhooks,
  stageRabbitmq,
  stagePostgres,
  cycleRabbitmq,
  cyclePostgres,
  coldStart,
  memory,
  month,
  steppedSession,
  steppedMonth,
  steppedMcp,
  optionChain,
  engineHistory,
  screenerRun,
  aiCycle,
]
