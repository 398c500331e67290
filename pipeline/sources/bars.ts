import { BENCHMARK, FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { LATEST_DAYS, yahooCloses } from './feeds/yahoo-closes.ts'
import { yahooMember } from './feeds/yahoo-member.ts'
import { defineSource } from './source.ts'

const DAY_MS = 86_400_000
/** The requests of a run take a minute of the vendor's budget, which other sources share. */
const PATIENCE_MS = 3 * 60_000

const SECTOR_FUNDS = ['xlb', 'xlc', 'xle', 'xlf', 'xli', 'xlk', 'xlp', 'xlre', 'xlu', 'xlv', 'xly'] as const

const feeds = [
  yahooCloses({ symbol: 'USO', series: 'uso_close', adjusted: false, required: true, withBars: true }),
  yahooCloses({ symbol: 'UUP', series: 'uup_adjclose', adjusted: true, required: true, withBars: true }),
  yahooCloses({ symbol: 'TLT', series: 'tlt_adjclose', adjusted: true, required: true, withBars: true }),
  yahooCloses({ symbol: 'HYG', series: 'hyg_adjclose', adjusted: true, required: true, withBars: true }),
  yahooCloses({ symbol: 'DX-Y.NYB', series: 'dxy_close', adjusted: false, required: true, withBars: false }),
  ...SECTOR_FUNDS.map((fund) =>
    yahooCloses({
      symbol: fund.toUpperCase(),
      series: `${fund}_adjclose` satisfies SeriesId,
      adjusted: true,
      required: false,
      withBars: true,
    }),
  ),
]

/** Daily bars that Cboe and FRED do not publish: funds, sectors, and the dollar index of the futures market. */
export const bars = defineSource({
  id: 'bars',
  attribution: 'Yahoo Finance (daily bars of exchange-traded funds and the US Dollar Index)',
  gives: {
    yahoo: {
      series: [
        ...(['uso_close', 'uup_adjclose', 'tlt_adjclose', 'hyg_adjclose', 'dxy_close'] as const),
        ...SECTOR_FUNDS.map((fund) => `${fund}_adjclose` as const),
      ],
    },
  },
  routes: ['/api/v1/signals/correlations'],
  everyCycle: false,
  // 16:50: the day's closes. 19:20: a late vendor, before the final daily row. 08:40: the morning after.
  at: ['08:40', '16:50', '19:20'],
  // Friday's closes are used until Tuesday morning of a long weekend.
  maxAgeMs: 4 * DAY_MS,
  patienceMs: PATIENCE_MS,
  latestDays: LATEST_DAYS,
  feeds: () => feeds,
  // Whole bars of the other funds that the screener reads, fetched with those of the members; each may fail alone. A
  // name that left the index usually continues to trade, and its picks end by their own rules.
  follow: ({ bars }, { followed = [] }) => {
    const fetched = new Set(bars.map(({ symbol }) => symbol))
    const wanted = new Set([BENCHMARK, ...FUNDS_WITH_BARS, ...followed])
    return [...wanted].filter((symbol) => !fetched.has(symbol)).map((symbol) => yahooMember({ symbol }))
  },
})
