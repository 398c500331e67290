import type { StageHandler } from '../../shared/broker/run-stage.ts'
import { BENCHMARK } from '../../shared/domain/market/liquid-funds.ts'
import type { Log } from '../../shared/log.ts'
import type { LiveMarket } from '../../shared/market/live-market.ts'
import { pendingNames } from '../../shared/postgres/screener/records.ts'
import { runOf } from '../../shared/postgres/screener/runs.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { Clock } from '../../shared/time/clock.ts'
import { decideScreenerRun } from './decide-run.ts'
import { enterRecords } from './enter-records.ts'
import { planScreenerRun } from './plan-run.ts'
import { goodPrices, opensOf, type Prices, type SeenPrices } from './quoted-prices.ts'
import { scanBatch } from './scan-batch.ts'

export interface ScreenerDeps {
  sql: Pool
  market: LiveMarket
  clock: Clock
  log: Log
}

/** Quotes that were read before the transaction. */
interface Prepared {
  entries: SeenPrices
  opens: Prices
}

const NONE: Prepared = { entries: new Map(), opens: new Map() }

type Handled = 'screener.due' | 'screener.batch' | 'screener.scanned' | 'screener.entries'

/** Plans runs, reads their names in batches, decides each run once, and gives its picks their entries. */
export function screenerStage({ sql, market, clock, log }: ScreenerDeps): StageHandler<Handled, Prepared> {
  return {
    stage: 'screener',
    handles: ['screener.due', 'screener.batch', 'screener.scanned', 'screener.entries'],
    // Quotes are fetched outside the transaction, which holds locks.
    async prepare({ type, payload }): Promise<Prepared> {
      if (type === 'screener.entries') {
        const names = await pendingNames(sql)
        if (names.length === 0) return NONE
        return { opens: NONE.opens, entries: await goodPrices(market, [BENCHMARK, ...names]) }
      }
      if (type !== 'screener.batch') return NONE
      const run = await runOf(sql, payload.run)
      if (run?.slot !== 'am' || run.origin !== 'scheduled') return NONE
      return { entries: NONE.entries, opens: await opensOf(market, payload.tickers, run.day) }
    },
    async handle(tx, message, { entries, opens }) {
      const now = clock.now()
      if (message.type === 'screener.due') return planScreenerRun(tx, message, now)
      if (message.type === 'screener.batch') return scanBatch(tx, message, opens, now)
      if (message.type === 'screener.scanned') return decideScreenerRun(tx, message, now)
      const { day, slot } = message.payload
      const entered = await enterRecords(tx, { day, prices: entries, now })
      if (entered > 0) log.info({ slot, entered }, 'picks_entered')
      return []
    },
  }
}
