import type { SeriesId } from '../../../shared/domain/market/series.ts'

export interface FredSeries {
  id: string
  series: SeriesId
}

/** FRED's frequency label decides which series share one CSV; a mixed request returns a zip archive. */
export interface FredGroup {
  name: 'daily' | 'daily-close' | 'daily-7-day'
  required: boolean
  series: readonly FredSeries[]
}

export const FRED_GROUPS: readonly FredGroup[] = [
  {
    name: 'daily',
    required: true,
    series: [
      { id: 'T10Y2Y', series: 't10y2y' },
      { id: 'T10Y3M', series: 't10y3m' },
      { id: 'T5YIE', series: 't5yie' },
      { id: 'T10YIE', series: 't10yie' },
      { id: 'DGS10', series: 'dgs10' },
      { id: 'BAA10Y', series: 'baa10y' },
      { id: 'DTWEXBGS', series: 'dtwexbgs' },
      { id: 'DCOILWTICO', series: 'wti' },
    ],
  },
  { name: 'daily-close', required: true, series: [{ id: 'BAMLH0A0HYM2', series: 'hy_oas' }] },
  {
    // No component uses the policy rate, so its absence leaves a gap and fails nothing.
    name: 'daily-7-day',
    required: false,
    series: [
      { id: 'DFF', series: 'dff' },
      { id: 'DFEDTARU', series: 'fed_target_upper' },
      { id: 'DFEDTARL', series: 'fed_target_lower' },
    ],
  },
]

/** Longer than the slowest release (the dollar index) plus a holiday, so that new values and corrections both come. */
const LATEST_DAYS = 30
/** Our other long series begin in 1990; DFF alone would bring 36 more years. */
const HISTORY_FROM = '1990-01-01'

export { HISTORY_FROM, LATEST_DAYS }
