import { relative } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { isLong } from './run-environment.ts'

/** Below every test's time-out: a slow machine tries fewer cases instead of failing. */
const ENOUGH_MS = isLong ? 120_000 : 8_000

/**
 * Returns how many cases a property tries: all of them in a long run, otherwise few, because every run draws other
 * ones.
 */
export const runs = (all: number, few = Math.ceil(all / 4)): number => (isLong ? all : few)

/**
 * Ends a property between two of its runs. The library's own plugin abandons an asynchronous run, which would continue
 * in a database that its test has dropped.
 */
const endInTime: fc.Plugin<unknown> = () => {
  const end = performance.now() + ENOUGH_MS
  return {
    decorateRun: (run) => (value) => (performance.now() > end ? new fc.PreconditionFailure(true) : run(value)),
  }
}

/** The file's own command, which draws the same cases once more. */
function repetition(seed: number): string {
  const file = relative(process.cwd(), expect.getState().testPath ?? '')
  return `${isLong ? 'LONG=1 ' : ''}PROPERTY_SEED=${seed} npx vitest run ${file}`
}

const sayHowToRepeat: fc.Plugin<unknown> = () => ({
  onAllRunsComplete(details) {
    if (!details.failed) return
    const { seed, errorInstance: cause } = details
    throw new Error(`${fc.defaultReportMessage(details)}\n\nTo repeat it: ${repetition(seed)}`, { cause })
  },
})

/** Test files that share a process also share the library, which needs to be configured once. */
if (fc.readConfigureGlobal().seed === undefined) {
  // vitest.config.ts draws it, so that all files of a run have one.
  fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED), numRuns: runs(100) })
  fc.installGlobalPlugin(endInTime)
  fc.installGlobalPlugin(sayHowToRepeat)
}
