import { fredApi } from './feeds/fred-api.ts'
import { fredCsv } from './feeds/fred-csv.ts'
import { FRED_GROUPS } from './feeds/fred-series.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000

/** Both interfaces serve the same series; the key decides which one is used. */
const FRED_SERIES = FRED_GROUPS.flatMap((group) => group.series.map(({ series }) => series))

export const fred = defineSource({
  id: 'fred',
  attribution: 'FRED, Federal Reserve Bank of St. Louis; HY OAS: ICE BofA, WTI: EIA, rates and dollar: Federal Reserve',
  gives: { fred: { series: FRED_SERIES }, fred_api: { series: FRED_SERIES } },
  routes: ['/api/v1/signals/fedwatch', '/api/v1/signals/fragility'],
  everyCycle: false,
  // 10:30 and 11:30: yesterday's HY OAS (about 10:13). 17:15: today's spreads and breakevens, H.15, H.10.
  at: ['10:30', '11:30', '17:15'],
  // The morning's times are those of report cycles, which are not caught up after minutes.
  againAt: ['12:10', '18:05'],
  // Friday's values are used until Tuesday morning of a long weekend.
  maxAgeMs: 4 * DAY_MS,
  feeds({ fredApiKey: key }) {
    if (key === null) return FRED_GROUPS.map(fredCsv)
    return FRED_GROUPS.flatMap(({ series, required }) => series.map((each) => fredApi(each, { required, key })))
  },
})
