import type { GammaRail, RailLevel } from '../../shared/domain/contract/gamma-rail.ts'

/** Labels that are nearer than this share of the axis would touch. */
const LABEL_SHARE = 0.08
/** Room beyond the outermost labels. */
const MARGIN = 0.05

/** Labels that round to the same dollar merge; labels that would touch alternate between two tiers. */
export function railTicks(levels: readonly RailLevel[]): Pick<GammaRail, 'ticks' | 'axis'> {
  const byPrice = Map.groupBy(levels, ({ price }) => Math.round(price))
  const prices = [...byPrice.keys()].sort((a, b) => a - b)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (lowest === undefined || highest === undefined) return { ticks: [], axis: null }
  const margin = Math.max(1, MARGIN * (highest - lowest))
  const axis = { low: lowest - margin, high: highest + margin }
  const place = (price: number) => (price - axis.low) / (axis.high - axis.low)
  const ticks: GammaRail['ticks'] = []
  for (const price of prices) {
    const here = byPrice.get(price)!
    const before = ticks.at(-1)
    const position = place(price)
    const touches = before !== undefined && position - before.position < LABEL_SHARE
    ticks.push({
      price,
      keys: here.map(({ key }) => key),
      label: here.map(({ label }) => label).join(', '),
      position: Math.round(position * 10_000) / 10_000,
      tier: touches && before.tier === 0 ? 1 : 0,
    })
  }
  return { ticks, axis }
}
