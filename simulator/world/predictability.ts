import { correlation, mean } from './moments.ts'

/**
 * The variance of sums of `steps` returns over the sum of their own variances, in the same windows: some hours are
 * busier than others. A martingale has one.
 */
const varianceRatio = (runs: readonly (readonly number[])[], steps: number): number => {
  let summed = 0
  let single = 0
  for (const returns of runs) {
    let sum = 0
    let squares = 0
    for (let index = 0; index < returns.length; index++) {
      const value = returns[index]!
      const gone = index >= steps ? returns[index - steps]! : 0
      sum += value - gone
      squares += value * value - gone * gone
      if (index < steps - 1) continue
      summed += sum * sum
      single += squares
    }
  }
  return summed / single
}

/** Joins the values of all runs, without the first `first` and the last `last` of each run. */
const joined = (runs: readonly (readonly number[])[], first: number, last: number): Float64Array => {
  const values = new Float64Array(runs.reduce((sum, run) => sum + Math.max(0, run.length - first - last), 0))
  let at = 0
  for (const run of runs) {
    for (let index = first; index < run.length - last; index++) values[at++] = run[index]!
  }
  return values
}

/** The correlation of one series with another that comes `lag` steps later in the same run: a night lies between two. */
export const leadCorrelation = (
  leaders: readonly (readonly number[])[],
  followers: readonly (readonly number[])[],
  lag = 1,
): number => correlation(joined(leaders, 0, lag), joined(followers, lag, 0))

/** One statistic measured in independent worlds: its mean, that mean's standard error, and the number of worlds. */
export type Measured = { mean: number; error: number; worlds: number }

export const acrossWorlds = (values: readonly number[]): Measured => {
  const centre = mean(values)
  const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1)
  return { mean: centre, error: Math.sqrt(variance / values.length), worlds: values.length }
}

export const differences = (values: readonly number[]): number[] => {
  const changes: number[] = []
  for (let index = 1; index < values.length; index++) changes.push(values[index]! - values[index - 1]!)
  return changes
}

/** Log prices of one symbol: closes of consecutive sessions, and some sessions minute by minute. */
export type Prices = { closes: number[]; sessions: { before: number; minutes: number[] }[] }

/** The minutes at which the rest of a session is compared with the session so far. */
const LOOKS = [30, 120, 240, 345]
const RECENT_MINUTES = 30

/** Regularities that someone who sees all past prices of a symbol could use; every figure is zero in a martingale. */
export const predictability = ({ closes, sessions }: Prices): Record<string, number> => {
  const daily = [differences(closes)]
  const minutes = sessions.map((session) => differences(session.minutes))
  const rest = (from: number) => sessions.map((session) => session.minutes.at(-1)! - session.minutes[from]!)
  const looks = LOOKS.flatMap((look): [string, number][] => {
    const ahead = rest(look)
    const now = (session: Prices['sessions'][number]) => session.minutes[look]!
    const sinceOpen = sessions.map((session) => now(session) - session.minutes[0]!)
    const sinceClose = sessions.map((session) => now(session) - session.before)
    const recent = sessions.map((session) => now(session) - session.minutes[look - RECENT_MINUTES]!)
    return [
      [`rest of the session on the move since the open, minute ${look}`, correlation(sinceOpen, ahead)],
      [`rest of the session on the move since the last close, minute ${look}`, correlation(sinceClose, ahead)],
      [`rest of the session on the last half hour, minute ${look}`, correlation(recent, ahead)],
    ]
  })
  const gaps = sessions.map((session) => session.minutes[0]! - session.before)
  const length = Math.min(...minutes.map((run) => run.length))
  return {
    'variance ratio, 5 minutes': varianceRatio(minutes, 5) - 1,
    'variance ratio, 30 minutes': varianceRatio(minutes, 30) - 1,
    'variance ratio, session': varianceRatio(minutes, length) - 1,
    'variance ratio, 5 sessions': varianceRatio(daily, 5) - 1,
    'variance ratio, 20 sessions': varianceRatio(daily, 20) - 1,
    'autocorrelation, minutes': leadCorrelation(minutes, minutes),
    'autocorrelation, sessions': leadCorrelation(daily, daily),
    'gap with the rest of the session': correlation(gaps, rest(0)),
    ...Object.fromEntries(looks),
  }
}
