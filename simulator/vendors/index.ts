import { aaii } from './aaii.ts'
import { alpaca } from './alpaca.ts'
import { analyst } from './analyst.ts'
import { bls } from './bls.ts'
import { cboe } from './cboe.ts'
import { cftc } from './cftc.ts'
import { constituents } from './constituents.ts'
import { fed } from './fed.ts'
import { finra } from './finra.ts'
import { fredApi } from './fred-api.ts'
import { fredCsv } from './fred-csv.ts'
import { googleNews } from './google-news.ts'
import { nasdaq } from './nasdaq.ts'
import { prints } from './prints.ts'
import { schwab } from './schwab.ts'
import { sec, secData } from './sec.ts'
import { squeezemetrics } from './squeezemetrics.ts'
import type { Vendor } from './vendor.ts'
import { yahoo } from './yahoo.ts'

export const VENDORS: readonly Vendor[] = [
  fredCsv,
  fredApi,
  cboe,
  finra,
  squeezemetrics,
  yahoo,
  constituents,
  cftc,
  aaii,
  fed,
  bls,
  googleNews,
  sec,
  secData,
  nasdaq,
  prints,
  schwab,
  alpaca,
  analyst,
]
