import type { PricedSide } from '../../shared/domain/trading/order-price.ts'
import { type Draw, drawFrom, type Path, SESSION_SECONDS } from './paths.ts'
import { type Fill, type FillRule, touchOf, Venue } from './venue.ts'

/**
 * An order that a farmer wanted and whether it was filled: an honest agent with equal times and sides is compared with
 * it.
 */
export interface Wanted {
  path: Path
  side: PricedSide
  quantity: number
  at: number
}

export interface Season {
  fills: Fill[]
  wanted: Wanted[]
}

export type Farmer = (session: readonly Path[], rule: FillRule, draw: Draw) => Season

const LAST = SESSION_SECONDS - 1_900
const signOf = (side: PricedSide): number => (side === 'buy' ? 1 : -1)
const middle = (path: Path, at: number): number => {
  const { bidE4, askE4 } = touchOf(path, at)
  return (bidE4 + askE4) / 2
}
const drawnSide = (draw: Draw): PricedSide => (draw.uniform() < 0.5 ? 'buy' : 'sell')

/** Watches for most of a minute and drops the trades that moved against it. */
const dropper: Farmer = ([fund], rule, draw) => {
  const venue = new Venue(rule)
  const season: Season = { fills: [], wanted: [] }
  for (let at = 60; at < LAST; at += 120) {
    const side = drawnSide(draw)
    const quote = venue.initiate(fund!, side, 50, at)
    if (!quote) continue
    season.wanted.push({ path: fund!, side, quantity: 50, at: at + 55 })
    const isBetter = signOf(side) * (middle(fund!, at + 55) - middle(fund!, at)) > 0
    const fill = isBetter ? venue.confirm(quote, at + 55) : null
    if (fill) season.fills.push(fill)
  }
  return season
}

/** Holds both sides pending at once and confirms the one that the market has made good. */
const bothSides: Farmer = ([fund], rule) => {
  const venue = new Venue(rule)
  const season: Season = { fills: [], wanted: [] }
  for (let at = 60; at < LAST; at += 120) {
    const [buy, sell] = [venue.initiate(fund!, 'buy', 50, at), venue.initiate(fund!, 'sell', 50, at)]
    const quote = middle(fund!, at + 55) > middle(fund!, at) ? buy : sell
    if (!quote) continue
    season.wanted.push({ path: fund!, side: quote.side, quantity: 50, at: at + 55 })
    const fill = venue.confirm(quote, at + 55)
    if (fill) season.fills.push(fill)
  }
  return season
}

/** Buys or sells a slow name when the fund has moved since the quote that the feed still shows. */
const leader: Farmer = ([fund, ...slow], rule) => {
  const venue = new Venue(rule)
  const season: Season = { fills: [], wanted: [] }
  for (const path of slow)
    for (let at = 60; at < LAST; at += 20) {
      const led = fund!.midE4[at]! / fund!.midE4[path.shownFrom[at]!]! - 1
      if (Math.abs(led) < LEAD_SHARE) continue
      const side = led > 0 ? 'buy' : 'sell'
      const quote = venue.initiate(path, side, 50, at)
      if (!quote) continue
      season.wanted.push({ path, side, quantity: 50, at })
      // It requests again for a minute: the old quote cannot fill under the present rule, a new one may.
      for (let again = at; again <= at + 60; again += 5) {
        const fill = venue.confirm(quote, again)
        if (!fill) continue
        season.fills.push(fill)
        break
      }
    }
  return season
}
/** Four basis points of the fund are worth more than half the spread of a slow name. */
const LEAD_SHARE = 0.0004

/** Takes the displayed size again and again instead of one order that pays impact. */
const splitter: Farmer = ([, path], rule, draw) => {
  const venue = new Venue(rule)
  const season: Season = { fills: [], wanted: [] }
  for (let from = 60; from < LAST - 300; from += 900) {
    const side = drawnSide(draw)
    const slices: Fill[] = []
    for (let at = from; at < from + 300; at += 61) {
      const quote = venue.initiate(path!, side, path!.size[at]!, at)
      for (let again = at; quote && again <= at + 60; again += 1) {
        const fill = venue.confirm(quote, again)
        if (!fill) continue
        slices.push(fill)
        break
      }
    }
    if (slices.length === 0) continue
    season.fills.push(...slices)
    // The honest agent sends as much in one order at the time of the first slice.
    const quantity = slices.reduce((sum, fill) => sum + fill.quantity, 0)
    season.wanted.push({ path: path!, side, quantity, at: slices[0]!.at })
  }
  return season
}

export const FARMERS: Readonly<Record<string, Farmer>> = { dropper, bothSides, leader, splitter }

/** Trades at the same times, of the same sides in another order, and confirms at once whatever it sees. */
export function honestSeason({ wanted }: Season, rule: FillRule, seed: number): Fill[] {
  const draw = drawFrom(seed)
  const sides = wanted.map(({ side }) => side)
  for (let at = sides.length - 1; at > 0; at--) {
    const swap = Math.floor(draw.uniform() * (at + 1))
    ;[sides[at], sides[swap]] = [sides[swap]!, sides[at]!]
  }
  return wanted.flatMap(({ path, quantity, at }, index) => {
    const venue = new Venue(rule)
    // A refused quote is requested again, as an honest agent would, without looking at the price.
    for (let again = at; again <= at + 90; again++) {
      const quote = venue.initiate(path, sides[index]!, quantity, again)
      const fill = quote && venue.confirm(quote, again)
      if (fill) return [fill]
    }
    return []
  })
}
