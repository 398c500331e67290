/** What an account was worth at an instant; null while something it held had no mark. */
export interface EquityPoint {
  at: Date
  equityE4: number | null
  /** Money from outside since the point before, with the sign of what came in. */
  flowE4: number
  spyE4: number | null
  /** The point of a session's close. */
  isClose: boolean
}

export interface Opening {
  at: Date
  equityE4: number
}
