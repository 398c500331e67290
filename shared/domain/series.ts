import { z } from 'zod'

/** Daily series, one value per Eastern date. Names follow the FRED id or `<what>_close`. */
export const SERIES = [
  'vix_close',
  'vix9d_close',
  'vix3m_close',
  'skew_close',
  'vvix_close',
  'spy_close',
  'spx_close',
  'hy_oas',
  'baa10y',
  't10y2y',
  't10y3m',
  't5yie',
  't10yie',
  'dgs10',
  'dff',
  'fed_target_upper',
  'fed_target_lower',
  'dtwexbgs',
  'wti',
  'dix',
  'gex_own',
  'gex_vendor',
  'finra_short_share',
] as const
export const SeriesId = z.enum(SERIES)
export type SeriesId = z.infer<typeof SeriesId>
