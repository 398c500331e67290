import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Baseline } from './baseline.ts'
import { applied, type Mutant } from './mutant.ts'
import type { NearestTests } from './nearest-tests.ts'
import type { TestRunner } from './test-runner.ts'

/** A run may take this many times as long as without a mutation, and some time longer. */
const SLOWER_TIMES = 4
export const SLOWER_MS = 20_000
/** A run on a machine that others use takes this many times longer at most. */
const CROWD_MAX = 6
export interface Verdict {
  mutant: Mutant
  /** A change that the compiler refuses cannot be written, so no test has to notice it. */
  outcome: 'killed' | 'timeout' | 'survived' | 'untested' | 'refused'
  /** The test file that failed. */
  by: string | null
  /** The test files that had a chance to fail. */
  ran: readonly string[]
  ms: number
}

export interface Trial {
  /** The copy that is mutated. */
  root: string
  runner: TestRunner
  /** Whether the compiler refuses the copy as it is now. */
  isRefused: () => Promise<boolean>
  baseline: Baseline
  testsOf: (mutant: Mutant) => Promise<NearestTests>
  /** A run may take this much longer than four times what it takes without a mutation. */
  slowerMs: number
}

/** How many processes share a processor: a run that merely lacks processor time would look like one that never ends. */
const crowd = (): number => Math.min(CROWD_MAX, Math.max(1, loadavg()[0]! / availableParallelism()))

/** Does something while the file of the mutant is mutated. */
async function mutated<T>({ root }: Trial, mutant: Mutant, act: () => Promise<T>): Promise<T> {
  const file = join(root, mutant.path)
  const text = await readFile(file, 'utf8')
  try {
    await writeFile(file, applied(text, mutant))
    return await act()
  } finally {
    await writeFile(file, text)
  }
}

/** The test that fails on the mutated file, `timeout`, or null when the mutant survives. */
async function runTests(
  { runner }: Trial,
  mutant: Mutant,
  tests: readonly string[],
  limitMs: number,
): Promise<{ by: string } | 'timeout' | null> {
  const result = await runner.run(
    { changed: mutant.path, tests, recordsFootprints: false, stopsAtFailure: true },
    limitMs,
  )
  if (!result) return 'timeout'
  const [by] = Object.keys(result.failed)
  return by === undefined ? null : { by }
}

async function tryOne(trial: Trial, mutant: Mutant): Promise<Omit<Verdict, 'ms'>> {
  const { baseline, isRefused } = trial
  if (await mutated(trial, mutant, isRefused)) return { mutant, outcome: 'refused', by: null, ran: [] }
  const { unit, integration } = await trial.testsOf(mutant)
  const ran: string[] = []
  // The nearest test knows most, so that the others rarely need to run.
  for (const group of [unit.slice(0, 1), unit.slice(1), integration]) {
    await baseline.measure(group)
    const tests = group.filter((test) => baseline.msOf(test) !== null)
    if (tests.length === 0) continue
    ran.push(...tests)
    const usualMs = tests.reduce((sum, test) => sum + baseline.msOf(test)!, 0)
    const limitMs = (usualMs * SLOWER_TIMES + trial.slowerMs) * crowd()
    const found = await mutated(trial, mutant, () => runTests(trial, mutant, tests, limitMs))
    if (found === 'timeout') return { mutant, outcome: 'timeout', by: null, ran }
    if (found) return { mutant, outcome: 'killed', by: found.by, ran }
  }
  return { mutant, outcome: ran.length === 0 ? 'untested' : 'survived', by: null, ran }
}

/** Tries one mutant after the other. Each file of the copy has its own text again before the next. */
export async function* tryMutants(trial: Trial, mutants: readonly Mutant[]): AsyncGenerator<Verdict> {
  for (const mutant of mutants) {
    const began = performance.now()
    const verdict = await tryOne(trial, mutant)
    yield { ...verdict, ms: performance.now() - began }
  }
}
