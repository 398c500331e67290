/** The equity of an account at an instant; null if a position had no mark. */
export interface EquityPoint {
  at: Date
  equityE4: number | null
  /** Money from outside since the previous point; positive when it came in. */
  flowE4: number
  spyE4: number | null
  /** True for the point of a session's close. */
  isClose: boolean
}

export interface Opening {
  at: Date
  equityE4: number
  /** The newest price of SPY then; null if none is known. */
  spyE4: number | null
}
