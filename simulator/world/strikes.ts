/** Dollar strikes near the money are listed this far out, in standard deviations and in dollars. */
const NEAR_DEVIATIONS = 1.3
const NEAR_MIN = 12
const NEAR_MAX = 30
const FAR_DEVIATIONS = 4.5
const FAR_SHARE_MIN = 0.06
const FAR_SHARE_MAX = 0.45
const WIDE = 5

/**
 * The strikes of one expiration: every dollar near the reference price, every five beyond. The reference is a
 * previous close, so a listing holds still for the whole session.
 */
export const strikesFor = (reference: number, volatility: number, years: number): number[] => {
  const deviation = reference * volatility * Math.sqrt(years)
  const near = Math.min(NEAR_MAX, 0.12 * reference, Math.max(NEAR_MIN, NEAR_DEVIATIONS * deviation))
  const far = Math.min(FAR_SHARE_MAX * reference, Math.max(FAR_SHARE_MIN * reference, FAR_DEVIATIONS * deviation))
  const centre = Math.round(reference / WIDE) * WIDE
  const strikes = new Set<number>()
  for (let step = -Math.round(far / WIDE); step <= Math.round(far / WIDE); step++) strikes.add(centre + step * WIDE)
  for (let step = -Math.round(near); step <= Math.round(near); step++) strikes.add(centre + step)
  return [...strikes].filter((strike) => strike > 0).sort((a, b) => a - b)
}
