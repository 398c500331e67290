import type { SeriesId } from '../../shared/domain/series.ts'

/**
 * Outside these a value is a unit error, a shifted column or a joke, never a market. Wide on purpose: every
 * extreme since 1990 is inside with room to spare (VIX 82.69, WTI -36.98, HY OAS 21.82), and a real crisis must
 * never be refused as absurd. Units are the vendor's: percent for rates, a fraction for DIX, dollars for GEX.
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
  gex_vendor: [-1e12, 1e12],
  finra_short_share: [0.1, 0.9],
}
