/** Figures as people and programs want to read them: 15.194, not 15.193999999999999. */
const SIGNIFICANT_DIGITS = 8

export const shown = (value: number): number => Number(value.toPrecision(SIGNIFICANT_DIGITS))

/** Percentiles of some 250 sessions carry no more than a tenth. */
export const shownPercentile = (percentile: number | null): number | null =>
  percentile === null ? null : Math.round(percentile * 10) / 10
