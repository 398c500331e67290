import { aaii } from './aaii.ts'
import { bars } from './bars.ts'
import { breadth } from './breadth.ts'
import { chains } from './chains.ts'
import { companies } from './companies.ts'
import { cot } from './cot.ts'
import { darkpool } from './darkpool.ts'
import { earnings } from './earnings.ts'
import { estimates } from './estimates.ts'
import { fedfunds } from './fedfunds.ts'
import { filings } from './filings.ts'
import { fred } from './fred.ts'
import { headlines } from './headlines.ts'
import { market } from './market.ts'
import { minute } from './minute.ts'
import { news } from './news.ts'
import { options } from './options.ts'
import { prints } from './prints.ts'
import type { Source } from './source.ts'

/** Every source, in alphabetical order; the file is named after the source. */
export const sources: readonly Source[] = [
  aaii,
  bars,
  breadth,
  chains,
  companies,
  cot,
  darkpool,
  earnings,
  estimates,
  fedfunds,
  filings,
  fred,
  headlines,
  market,
  minute,
  news,
  options,
  prints,
]
