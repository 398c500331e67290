/** Liquid funds that the screener reads beside the index members. */
export const LIQUID_FUNDS: readonly string[] = [
  ...['QQQ', 'IWM', 'DIA', 'MDY', 'RSP', 'EFA', 'EEM', 'FXI', 'EWZ', 'EWJ'],
  ...['XLB', 'XLC', 'XLE', 'XLF', 'XLI', 'XLK', 'XLP', 'XLRE', 'XLU', 'XLV', 'XLY'],
  ...['SMH', 'XBI', 'KRE', 'XOP', 'XRT', 'TLT', 'IEF', 'HYG', 'LQD', 'GLD', 'SLV', 'USO', 'UUP'],
]
/** What outcomes are measured against; it is never a pick. */
export const BENCHMARK = 'SPY'
