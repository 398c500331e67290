import { RATE_CLASSES, type Rates } from '../shared/domain/rate-class.ts'

const ENOUGH = 100_000_000

/** For tests and benches of other subjects. */
export const NO_RATE_LIMITS = Object.fromEntries(RATE_CLASSES.map((kind) => [kind, ENOUGH])) as unknown as Rates

/** The same for a process: the value of RATE_LIMITS. */
export const NO_RATE_LIMITS_TEXT: string = RATE_CLASSES.map((kind) => `${kind}=${ENOUGH}`).join(',')
