import { median } from '../maths/statistics.ts'

/** The close of SPY on a session; null where it is unknown. */
export interface DayClose {
  day: string
  close: number | null
}

export interface Followed {
  horizonSessions: number
  /** Fires whose horizon is over and whose closes are known. */
  n: number
  medianChangePct: number | null
  sharePctDown: number | null
  /** The same over all sessions of the rehearsal. */
  baseN: number
  baseMedianChangePct: number | null
  baseSharePctDown: number | null
}

const HORIZON = 5

const shareDown = (values: readonly number[]): number | null =>
  values.length === 0 ? null : (100 * values.filter((value) => value < 0).length) / values.length

/** Moves of SPY in the five sessions after each fire, compared with those after every session. */
export function whatFollowed(closes: readonly DayClose[], fireDays: readonly string[]): Followed {
  const changeAfter = (place: number): number | null => {
    const from = closes[place]?.close ?? null
    const to = closes[place + HORIZON]?.close ?? null
    return from === null || to === null ? null : 100 * (to / from - 1)
  }
  const known = (places: readonly number[]) => places.flatMap((place) => changeAfter(place) ?? [])
  // An alert that fires within a day is followed from that day's close; on a rest day from the close before.
  const fired = known(
    fireDays.map((day) => closes.findLastIndex((one) => one.day <= day)).filter((place) => place >= 0),
  )
  const all = known(closes.map((_close, place) => place))
  return {
    horizonSessions: HORIZON,
    n: fired.length,
    medianChangePct: median(fired),
    sharePctDown: shareDown(fired),
    baseN: all.length,
    baseMedianChangePct: median(all),
    baseSharePctDown: shareDown(all),
  }
}
