import type { SeriesId } from '../../shared/domain/market/series.ts'

/** Every later dividend shrinks adjusted closes: XLF of 2009 is now below 4 dollars. */
const ETF = [0.5, 5_000] as const

/**
 * A value outside these bounds is a unit error or a shifted column, never a market. They are wide on purpose: every
 * extreme since 1990 is inside with room to spare (VIX 82.69, WTI -36.98, HY OAS 21.82), because a real crisis must
 * never be refused. Units are the vendor's: percent for rates, a fraction for DIX and AAII, a percentage for breadth,
 * contracts for COT, dollars for GEX.
 */
export const SERIES_BOUNDS: Readonly<Record<SeriesId, readonly [min: number, max: number]>> = {
  vix_close: [4, 200],
  vix9d_close: [3, 300],
  vix3m_close: [5, 150],
  skew_close: [80, 250],
  vvix_close: [30, 350],
  spy_close: [20, 10_000],
  spx_close: [200, 100_000],
  hy_oas: [0.5, 40],
  baa10y: [0.3, 15],
  t10y2y: [-5, 6],
  t10y3m: [-6, 7],
  t5yie: [-5, 10],
  t10yie: [-4, 10],
  dgs10: [-2, 20],
  dff: [-2, 25],
  fed_target_upper: [-2, 25],
  fed_target_lower: [-2, 25],
  dtwexbgs: [50, 250],
  wti: [-60, 400],
  dix: [0.2, 0.8],
  gex_own: [-1e12, 1e12],
  gex_own_sign: [-1, 1],
  gex_vendor: [-1e12, 1e12],
  finra_short_share: [0.1, 0.9],
  pct_above_50dma: [0, 100],
  pct_above_200dma: [0, 100],
  aaii_bullish: [0.05, 0.9],
  aaii_neutral: [0.02, 0.8],
  aaii_bearish: [0.03, 0.9],
  cot_es_noncommercial_net: [-3e6, 3e6],
  cot_es_commercial_net: [-3e6, 3e6],
  cot_es_open_interest: [1e3, 2e7],
  putcall_total: [0.2, 4],
  putcall_equity: [0.1, 4],
  putcall_index: [0.2, 8],
  dxy_close: [50, 200],
  uso_close: [1, 5_000],
  uup_adjclose: [5, 200],
  tlt_adjclose: [10, 1_000],
  hyg_adjclose: [5, 1_000],
  xlb_adjclose: ETF,
  xlc_adjclose: ETF,
  xle_adjclose: ETF,
  xlf_adjclose: ETF,
  xli_adjclose: ETF,
  xlk_adjclose: ETF,
  xlp_adjclose: ETF,
  xlre_adjclose: ETF,
  xlu_adjclose: ETF,
  xlv_adjclose: ETF,
  xly_adjclose: ETF,
}
