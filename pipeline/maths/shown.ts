/** Figures are served as 15.194, not 15.193999999999999. */
const SIGNIFICANT_DIGITS = 8

export const shown = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))

/** Whole dollars with no more digits than other figures, so that a figure is the same in every document. */
export const shownDollars = (value: number): number => shown(Math.round(value))

export const shownOrNull = (value: number | null): number | null => (value === null ? null : shown(value))

/** A percentile of some 250 sessions is no more precise than a tenth. */
export const shownPercentile = (percentile: number | null): number | null =>
  percentile === null ? null : Math.round(percentile * 10) / 10
