import { cboe } from './cboe.ts'
import { finra } from './finra.ts'
import { fredApi } from './fred-api.ts'
import { fredCsv } from './fred-csv.ts'
import { squeezemetrics } from './squeezemetrics.ts'
import type { Vendor } from './vendor.ts'

export const VENDORS: readonly Vendor[] = [fredCsv, fredApi, cboe, finra, squeezemetrics]
