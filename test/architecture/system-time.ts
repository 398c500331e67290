import { isProduct, type Rule } from './source-files.ts'
import { offences, reads, readsSystemTime } from './token-patterns.ts'

/**
 * The one file that reads the machine's time. The simulator and start need no exception, because they take
 * `systemClock`. `performance.now()` is free, because it measures durations and knows no date.
 */
const CLOCK = 'shared/time/clock.ts'

export const oneSystemClock: Rule = (files) =>
  files
    .filter((file) => isProduct(file) && file.path !== CLOCK)
    .flatMap((file) =>
      offences(file, (tokens, at) => readsSystemTime(tokens, at) && `reads the system time; only ${CLOCK} may`),
    )

/** Files that may use Math.random. Everything else is seeded, so that a run can be repeated. */
const DICE: Record<string, string> = {
  'shared/broker/retry.ts': 'the jitter of back-off: replicas that fail together must not come back together',
}

export const seededRandomness: Rule = (files) =>
  files
    .filter((file) => file.path.startsWith('bench/') || isProduct(file))
    .filter(({ path }) => !(path in DICE))
    .flatMap((file) =>
      offences(
        file,
        (tokens, at) => reads(tokens, at, 'Math', '.', 'random') && 'uses Math.random; take a seeded source',
      ),
    )
