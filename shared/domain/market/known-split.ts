import type { TradingDay } from '../../time/trading-day.ts'

/** A split that the service has adopted as a corporate action. */
export interface KnownSplit {
  /** The first session whose prices are in new shares. */
  exDate: TradingDay
  /** New shares for one old. */
  ratio: number
  knownAt: Date
}

/** A vendor corrects a close by less than this; only a split restates the past by more. */
export const RESTATED_MIN = 1.2

export const isRestated = (ratio: number): boolean => Math.max(ratio, 1 / ratio) >= RESTATED_MIN

/** Whether a value fell by about the ratio of a split, so that the one before is still in old shares. */
export const isInOldShares = (before: number, after: number, ratio: number): boolean =>
  before / after > 0 && Math.abs(Math.log(before / after / ratio)) < Math.abs(Math.log(before / after))

/** How many of a day's shares one share of an earlier day has become. */
export const sharesSince = (splits: readonly Pick<KnownSplit, 'exDate' | 'ratio'>[], after: TradingDay): number =>
  splits.filter(({ exDate }) => exDate > after).reduce((shares, { ratio }) => shares * ratio, 1)

/**
 * Returns whether a split leaves option contracts under their root: one into whole shares makes as many of each, at a
 * part of the strike. Any other gives the old ones a root of their own.
 */
export const keepsContracts = ({ ratio }: Pick<KnownSplit, 'ratio'>): boolean => Number.isInteger(ratio)

interface Closes {
  days: readonly TradingDay[]
  closes: readonly number[]
}

/**
 * The splits that these closes do not reflect yet: a vendor restates the closes before a split only in the evening of
 * its day or later. The price after the ex-date, of a bar or of the moment, shows which shares the close before it is
 * in; without one the closes are consistent in themselves. A ratio near one cannot be distinguished from a day's move,
 * and is ignored.
 */
export function splitsMissing(
  { days, closes }: Closes,
  splits: readonly KnownSplit[],
  now: { day: TradingDay; price: number } | null,
): KnownSplit[] {
  return splits.filter(({ exDate, ratio }) => {
    const at = days.findIndex((day) => day >= exDate)
    const before = closes[(at < 0 ? days.length : at) - 1]
    const after = at >= 0 ? closes[at] : now && now.day >= exDate ? now.price : undefined
    return before !== undefined && after !== undefined && isRestated(ratio) && isInOldShares(before, after, ratio)
  })
}

type Column = (number | null)[]
interface Bars {
  days: TradingDay[]
  closes: number[]
  opens: Column
  highs: Column
  lows: Column
  volumes: Column
}

/** Closes in the shares of the newest one, whether or not the vendor has restated them. */
export function closesInNewShares(bars: Closes, splits: readonly KnownSplit[]): readonly number[] {
  const missing = splitsMissing(bars, splits, null)
  if (missing.length === 0) return bars.closes
  return bars.closes.map((close, at) => close / sharesSince(missing, bars.days[at]!))
}

/** Bars in the shares of the newest price, whether or not the vendor has restated them. */
export function barsInNewShares<T extends Bars>(
  bars: T,
  splits: readonly KnownSplit[],
  now: { day: TradingDay; price: number } | null,
): T {
  const missing = splitsMissing(bars, splits, now)
  if (missing.length === 0) return bars
  const shares = bars.days.map((day) => sharesSince(missing, day))
  const divided = (column: Column): Column => column.map((value, at) => (value === null ? null : value / shares[at]!))
  return {
    ...bars,
    closes: bars.closes.map((close, at) => close / shares[at]!),
    opens: divided(bars.opens),
    highs: divided(bars.highs),
    lows: divided(bars.lows),
    volumes: bars.volumes.map((volume, at) => (volume === null ? null : volume * shares[at]!)),
  }
}
