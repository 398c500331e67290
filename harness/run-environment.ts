import { randomInt } from 'node:crypto'
import { join } from 'node:path'

/** A long run dies more often, tries more cases and takes the time that this takes. */
export const isLong = process.env.LONG !== undefined
/** Several nodes of a broker take minutes to start and to fail: these cases run in `npm run test:cluster` and under LONG. */
export const isClusterRun = isLong || process.env.CLUSTER !== undefined

/**
 * Prepares the environment that the test processes inherit, and every process that a test starts: a folder for
 * compiled code, so that the second process of a kind starts in half the time, and the seed of all properties.
 */
export function prepareEnvironment(): void {
  process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../node_modules/.cache/node-compile-cache')
  process.env.PROPERTY_SEED ??= String(randomInt(2 ** 31))
}

/** Variables that a process inherits when a test starts it with an environment of its own. */
export const inherited = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  // No balancer looks at the replicas of a test, except where the test starts one.
  DRAIN_NOTICE_S: '0',
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
})
