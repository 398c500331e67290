import { gammaBand, type PillarReadings } from './pillar-bands.ts'

export type GammaReading = NonNullable<PillarReadings['gamma']>

/** The two series of dealer gamma at a close; an absent one has no key. */
export interface GammaAtClose {
  vendor?: GammaReading
  own?: GammaReading
  /** True if the sign of our own figure holds for any plausible share of the calls that dealers hold. */
  ownIsCertain: boolean
}

/** Sessions in a row on which both series must stand in the same band before our own decides. */
export const AGREEING_SESSIONS = 10

export type GammaChoice = { reading: GammaReading; reason: null } | { reading: null; reason: string }

/**
 * The dealer-gamma reading that may decide at each close. The vendor's series decides until our own has half a year of
 * history. From then on neither decides until both have stood in the same band for ten sessions in a row; after that our
 * own does, while its sign is certain. So a change of series never changes the regime by itself. A window whose first
 * close already has our own series begins after that wait if the two have agreed for ten sessions anywhere in it.
 */
export function chooseGamma(closes: readonly GammaAtClose[]): GammaChoice[] {
  let settled = closes[0]?.own !== undefined && longestAgreement(closes) >= AGREEING_SESSIONS
  let agreed = 0
  let hasVendor = false
  return closes.map((close) => {
    const { own, vendor } = close
    hasVendor ||= vendor !== undefined
    if (own && vendor) agreed = agree(own, vendor) ? agreed + 1 : 0
    if (own && (agreed >= AGREEING_SESSIONS || !hasVendor)) settled = true
    if (settled || (own && hasVendor)) return settled ? chosenOwn(close) : waiting(agreed)
    return vendor ? { reading: vendor, reason: null } : { reading: null, reason: 'neither series has enough history' }
  })
}

function chosenOwn({ own, ownIsCertain }: GammaAtClose): GammaChoice {
  if (!own) return { reading: null, reason: 'our own series has no value' }
  return ownIsCertain
    ? { reading: own, reason: null }
    : { reading: null, reason: 'the sign of our own figure is uncertain' }
}

const waiting = (agreed: number): GammaChoice => ({
  reading: null,
  reason: `our own series and the vendor's have stood on the same side of every line for ${agreed} of the ${AGREEING_SESSIONS} sessions needed`,
})

const agree = (a: GammaReading, b: GammaReading): boolean => gammaBand(a) === gammaBand(b)

function longestAgreement(closes: readonly GammaAtClose[]): number {
  let [longest, run] = [0, 0]
  for (const { own, vendor } of closes) {
    if (!own || !vendor) continue
    run = agree(own, vendor) ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}
