/** Liquid funds that the screener reads in addition to the index members. */
export const LIQUID_FUNDS: readonly string[] = [
  'QQQ',
  'IWM',
  'DIA',
  'MDY',
  'RSP',
  'EFA',
  'EEM',
  'FXI',
  'EWZ',
  'EWJ',
  'XLB',
  'XLC',
  'XLE',
  'XLF',
  'XLI',
  'XLK',
  'XLP',
  'XLRE',
  'XLU',
  'XLV',
  'XLY',
  'SMH',
  'XBI',
  'KRE',
  'XOP',
  'XRT',
  'TLT',
  'IEF',
  'HYG',
  'LQD',
  'GLD',
  'SLV',
  'USO',
  'UUP',
]
/** Read by replays of files only: ingest does not fetch their bars. */
const OF_FILES: readonly string[] = ['MDY', 'FXI', 'EWZ', 'EWJ', 'XBI', 'KRE', 'XOP', 'XRT']
export const FUNDS_WITH_BARS: readonly string[] = LIQUID_FUNDS.filter((fund) => !OF_FILES.includes(fund))

/** Outcomes are measured against this fund; it is never a pick. */
export const BENCHMARK = 'SPY'
