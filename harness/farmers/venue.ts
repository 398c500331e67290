import { canFill, isBeyondWorst, worstPriceE4 } from '../../shared/domain/trading/fill.ts'
import { orderPrice, type PricedSide, type TwoSides, touchPrice } from '../../shared/domain/trading/order-price.ts'
import { toleranceOf } from '../../shared/domain/trading/tolerance.ts'
import type { Path } from './paths.ts'

/** The present rule, and the one before it, which filled at the promised price and let a quote be 90 seconds old. */
export type FillRule = 'bounded' | 'promised'

export interface Fill {
  path: Path
  side: PricedSide
  quantity: number
  /** The second of the fill. */
  at: number
  priceE4: number
}

export interface Quote {
  path: Path
  side: PricedSide
  quantity: number
  at: number
  quotedAt: number
  touchE4: number
  priceE4: number
  toleranceE4: number
}

const STALE_SECONDS = 90
const instant = (second: number): Date => new Date(second * 1_000)

/** One account at a venue that applies the pure rules of trading to drawn prices. */
export class Venue {
  readonly #rule: FillRule
  readonly #recentSeconds: number
  readonly #fills: Fill[] = []

  constructor(rule: FillRule) {
    this.#rule = rule
    this.#recentSeconds = rule === 'bounded' ? 300 : 60
  }

  initiate(path: Path, side: PricedSide, quantity: number, at: number): Quote | null {
    const quotedAt = path.shownFrom[at]!
    if (at - quotedAt > STALE_SECONDS) return null
    const sides = touchOf(path, at)
    const priceE4 = this.#price(path, side, quantity, at)
    if (priceE4 === null) return null
    const toleranceE4 = toleranceOf('stock', side, sides)
    return { path, side, quantity, at, quotedAt, touchE4: touchPrice(side, sides), priceE4, toleranceE4 }
  }

  /** The fill; null if the trade ends or stays pending. */
  confirm(quote: Quote, at: number): Fill | null {
    if (at - quote.at > 60) return null
    const priceE4 = this.#rule === 'bounded' ? this.#bounded(quote, at) : promised(quote, at)
    if (priceE4 === null) return null
    const fill = { path: quote.path, side: quote.side, quantity: quote.quantity, at, priceE4 }
    this.#fills.push(fill)
    return fill
  }

  #bounded({ path, side, quantity, quotedAt, priceE4, toleranceE4 }: Quote, at: number): number | null {
    const live = { quotedAt: instant(path.shownFrom[at]!), delaySeconds: 0 }
    if (!canFill(live, instant(quotedAt), instant(at))) return null
    const liveE4 = this.#price(path, side, quantity, at)
    return liveE4 === null || isBeyondWorst(side, liveE4, worstPriceE4(side, priceE4, toleranceE4)) ? null : liveE4
  }

  #price(path: Path, side: PricedSide, quantity: number, at: number): number | null {
    const same = this.#fills.filter((fill) => fill.path === path && fill.side === side)
    const sum = (since: number) => same.reduce((total, fill) => total + (fill.at > since ? fill.quantity : 0), 0)
    const taken = { recent: sum(at - this.#recentSeconds), today: sum(-1) }
    const price = orderPrice('stock', { side, quantity }, touchOf(path, at), path.averageVolume, taken)
    return 'priceE4' in price ? price.priceE4 : null
  }
}

/** The old rule: a touch within the tolerance, either way, filled at exactly the price of the quote. */
function promised({ path, side, quotedAt, touchE4, priceE4, toleranceE4 }: Quote, at: number): number | null {
  const shown = path.shownFrom[at]!
  if (shown < quotedAt || at - shown > STALE_SECONDS) return null
  return Math.abs(touchPrice(side, touchOf(path, at)) - touchE4) > toleranceE4 ? null : priceE4
}

/** The touch of the feed's newest quote, rounded away from the middle. */
export function touchOf({ midE4, shownFrom, halfSpreadE4, size }: Path, at: number): TwoSides {
  const mid = midE4[shownFrom[at]!]!
  return {
    bidE4: Math.floor(mid - halfSpreadE4),
    askE4: Math.ceil(mid + halfSpreadE4),
    bidSize: size[at]!,
    askSize: size[at]!,
  }
}
