import type { Registry } from 'prom-client'
import type { SourceSetup } from '../shared/domain/market/source-setup.ts'
import type { Log } from '../shared/log.ts'
import type { Brokerage } from '../shared/market/brokerage.ts'
import type { AlertRow } from '../shared/postgres/alerts/alerts.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import type { DocumentTopic } from '../shared/postgres/signals/read-models.ts'
import type { Clock } from '../shared/time/clock.ts'
import type { DocumentCache } from './cache/document-cache.ts'
import type { Reader } from './database/reader.ts'
import type { Writer } from './database/writer.ts'
import type { Tokens } from './http/auth.ts'
import type { ApiLimits } from './http/limits.ts'
import type { TokenLookup } from './http/token-lookup.ts'
import type { BrokerageWatch } from './status/brokerage-watch.ts'
import type { MarketData, OpenQuotes } from './trading/market/market-data.ts'
import type { Universe } from './trading/market/universe.ts'
import type { TradeMemory } from './trading/orders/trade-memory.ts'
import type { TradingDatabase } from './trading/trading-database.ts'

/** What whoever starts an API gives it. */
export interface ApiDeps {
  /** The read-only pool; a promise while Postgres is still being started. */
  sql: Pool | Promise<Pool>
  clock: Clock
  log: Log
  dataMode: 'live' | 'simulated'
  instanceId: string
  /** What decides which sources are asked; absent: all of them are. */
  sourceSetup?: SourceSetup
  /** The client of this replica, closed by whoever gave it; absent: none is configured. */
  brokerage?: Brokerage | null | Promise<Brokerage | null>
  /** Opens whom this replica asks for live quotes, within the budgets it is given; absent: nobody. */
  openQuotes?: OpenQuotes
  sourceRunsKeepDays?: number
  /** Absent: nobody trades on a feed that is late on purpose. */
  allowDelayedTrading?: boolean
  tokens: Tokens
  /** Where others register their gauges; absent: one of its own. */
  metrics?: Registry
  limits?: Partial<ApiLimits>
}

/** What a route is given. */
export interface ApiContext {
  reader: Reader
  /** For what a public read may set off; everything else only reads. */
  writer: Writer
  /** For what accounts and trades change, on connections of its own. */
  trading: TradingDatabase
  agentTokens: TokenLookup
  tradeMemory: TradeMemory
  cache: DocumentCache
  clock: Clock
  log: Log
  dataMode: 'live' | 'simulated'
  instanceId: string
  sourceSetup: SourceSetup
  brokerage: BrokerageWatch
  /** Live quotes and option chains. */
  market: MarketData
  /** Those of now, worst first; read at most once a second. */
  activeAlerts(): Promise<readonly AlertRow[]>
  /** Every symbol we know; rejects as the reader does while no list has been read. */
  universe(): Promise<Universe>
  /** Whether a feed that is late on purpose may be traded on. */
  allowDelayedTrading: boolean
  /** How long runs of sources are kept, in days; 0: for ever. */
  sourceRunsKeepDays: number
  metrics: Registry
  limits: ApiLimits
  /** Hears every announced change, and `all` after a gap; the stream listens here too. */
  onDocuments(listener: (topic: DocumentTopic | 'all') => void): void
}
