/** Figures are served as 15.194, not 15.193999999999999. */
const SIGNIFICANT_DIGITS = 8

export const shown = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))

/** Whole dollars with no more digits than other figures, so that a figure is the same in every document. */
export const shownDollars = (value: number): number => shown(Math.round(value))

export const shownOrNull = (value: number | null): number | null => (value === null ? null : shown(value))

/** A percentile of some 250 sessions is no more precise than a tenth. */
export const shownPercentile = (percentile: number | null): number | null =>
  percentile === null ? null : Math.round(percentile * 10) / 10

const DECIMALS = [2, 3, 4] as const

/** The decimals that tell a value from bounds it is not equal to: two, and up to four where it lies next to one. */
export const decimalsApart = (value: number, bounds: readonly number[]): number =>
  DECIMALS.find((digits) =>
    bounds.every((bound) => bound === value || bound.toFixed(digits) !== value.toFixed(digits)),
  ) ?? 4
