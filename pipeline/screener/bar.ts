/** One session of a name; what a source does not give is NaN, but a bar always has a close. */
export interface Bar {
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export const closeOnly = (close: number): Bar => ({
  open: Number.NaN,
  high: Number.NaN,
  low: Number.NaN,
  close,
  volume: Number.NaN,
})

/** A vendor's bar with a range that holds its open and close. */
export const hasRange = ({ open, high, low, close }: Bar): boolean =>
  low > 0 && high >= low && high >= close && low <= close && (Number.isNaN(open) || (open <= high && open >= low))
