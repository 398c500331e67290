import { setTimeout as sleep } from 'node:timers/promises'
import { vendorsOff } from '../../pipeline/sources/vendors-off.ts'
import { type Config, sourceSetup, userAgent, vendorBaseUrl } from '../../shared/config.ts'
import type { Log } from '../../shared/log.ts'
import { restVendor, takeToken } from '../../shared/postgres/market/vendor-budgets.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { ServiceClock } from '../../shared/postgres/server/service-time.ts'
import { createFetchAgent } from './fetch-feed.ts'
import type { IngestDeps } from './ingest.ts'

/** Derives from the configuration what all sources of a process fetch with. */
export function openIngest(
  config: Config,
  { sql, clock, log }: { sql: Pool; clock: Pick<ServiceClock, 'now' | 'isGoverned'>; log: Log },
): IngestDeps {
  // The simulator's quotas are a setting, off by default, so that a stepped or back-filled day need not wait.
  const isMetered = config.SOURCES === 'live' || config.SIMULATOR_QUOTAS
  return {
    sql,
    agent: createFetchAgent(),
    clock,
    log,
    fredApiKey: config.FRED_API_KEY ?? null,
    printsToken: config.FLOW_PRINTS_TOKEN ?? null,
    off: vendorsOff(sourceSetup(config)),
    userAgent: userAgent(config),
    baseUrl: (vendor, at) => vendorBaseUrl(config, vendor, at),
    takeToken: (vendor) => (isMetered ? takeToken(sql, vendor) : Promise.resolve(0)),
    rest: async (vendor, seconds) => {
      if (isMetered) await restVendor(sql, vendor, seconds)
    },
    async sleep(ms, signal, hasAnswered = false) {
      // A simulated vendor gives the same answer while a commanded clock stands still, however long the request waits.
      if (!(hasAnswered && clock.isGoverned())) await sleep(ms, undefined, { signal })
    },
  }
}
