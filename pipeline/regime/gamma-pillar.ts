import { gammaBand, type PillarReadings } from './pillar-bands.ts'

export type GammaReading = NonNullable<PillarReadings['gamma']>

/** The two series of dealer gamma at a close; an absent one has no key. */
export interface GammaAtClose {
  vendor?: GammaReading
  own?: GammaReading
  /** True if the sign of our own figure holds for any plausible share of the calls that dealers hold. */
  ownIsCertain: boolean
}

/** Consecutive sessions on which both series must be in the same band before our own decides. */
export const AGREEING_SESSIONS = 10

export interface GammaChoices {
  /** The reading that decides at each close, or null where none does. */
  readings: (GammaReading | null)[]
  /** The reason why none decides at the last close; null if one does. */
  reason: string | null
}

/** The counts up to a close. */
interface Count {
  settled: boolean
  agreed: number
  hasVendor: boolean
}

/**
 * The dealer-gamma reading that may decide at each close. The vendor's series decides until our own has half a year of
 * history. From then on neither decides until both have stood in the same band for ten sessions in a row; after that our
 * own does, while its sign is certain. So a change of series never changes the regime by itself. A window whose first
 * close already has our own series begins after that wait if the two have agreed for ten sessions anywhere in it.
 */
export function chooseGamma(closes: readonly GammaAtClose[]): GammaChoices {
  const settled = closes[0]?.own !== undefined && longestAgreement(closes) >= AGREEING_SESSIONS
  const count: Count = { settled, agreed: 0, hasVendor: false }
  const readings: (GammaReading | null)[] = []
  for (const close of closes) {
    const { own, vendor } = close
    count.hasVendor ||= vendor !== undefined
    if (own && vendor) count.agreed = agree(own, vendor) ? count.agreed + 1 : 0
    if (own && (count.agreed >= AGREEING_SESSIONS || !count.hasVendor)) count.settled = true
    readings.push(deciding(close, count))
  }
  const last = closes.at(-1)
  return { readings, reason: readings.at(-1) || !last ? null : reasonOf(last, count) }
}

function deciding({ own, vendor, ownIsCertain }: GammaAtClose, { settled, hasVendor }: Count): GammaReading | null {
  if (settled) return (ownIsCertain && own) || null
  return own && hasVendor ? null : (vendor ?? null)
}

function reasonOf({ own }: GammaAtClose, { settled, agreed }: Count): string {
  if (settled) return own ? 'the sign of our own figure is uncertain' : 'our own series has no value'
  return own
    ? `our own series and the vendor's have stood on the same side of every line for ${agreed} of the ${AGREEING_SESSIONS} sessions needed`
    : 'neither series has enough history'
}

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
