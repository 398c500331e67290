import { VENDORS, type VendorId } from '../../shared/domain/market/source-id.ts'
import type { SourceSetup } from '../../shared/domain/market/source-setup.ts'
import { type TermsName, VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'

/** The vendors that the settings do not allow. */
export const vendorsOff = ({ live, accepted }: SourceSetup): ReadonlySet<VendorId> =>
  new Set(live ? VENDORS.filter((vendor) => isRefused(VENDOR_FACTS[vendor].terms, accepted)) : [])

const isRefused = (terms: TermsName | null, accepted: readonly TermsName[]): boolean =>
  terms !== null && !accepted.includes(terms)
