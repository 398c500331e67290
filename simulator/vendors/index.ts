import { fredCsv } from './fred-csv.ts'
import type { Vendor } from './vendor.ts'

export const VENDORS: readonly Vendor[] = [fredCsv]
