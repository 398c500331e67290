import type { Log } from '../../shared/log.ts'
import { takeToken } from '../../shared/postgres/market/vendor-budgets.ts'
import type { Writer } from '../database/writer.ts'

/**
 * Counts each probe against the brokerage's budget, so that quote requests leave room for it; otherwise several polled
 * replicas would exceed what the vendor allows. A simulated brokerage has no budget.
 */
export const countProbes = (dataMode: 'live' | 'simulated', writer: Pick<Writer, 'single'>, log: Log): (() => void) => {
  if (dataMode !== 'live') return () => {}
  return () =>
    void writer
      .single((sql) => takeToken(sql, 'schwab'))
      .catch((error: unknown) => log.debug({ err: error }, 'probe_not_counted'))
}
