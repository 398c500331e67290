import { readFile, writeFile } from 'node:fs/promises'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import { applied, type Mutant } from './mutant.ts'
import type { NearestTests } from './nearest-tests.ts'
import type { TestRunner } from './test-runner.ts'

/** A run may take this many times as long as without a mutation, and some time longer. */
const SLOWER_TIMES = 4
export const SLOWER_MS = 20_000
/** A run on a machine that others use takes this many times longer at most. */
const CROWD_MAX = 6
/** Tests without a mutation, in a run that starts the servers as well. */
const BASELINE_LIMIT_MS = 30 * 60_000

export interface Verdict {
  mutant: Mutant
  outcome: 'killed' | 'timeout' | 'survived' | 'untested'
  /** The test file that failed. */
  by: string | null
  ms: number
}

export interface Trial {
  /** The copy that is mutated. */
  root: string
  runner: TestRunner
  testsOf: (path: string) => NearestTests
  tell: (line: string) => void
  /** A run may take this much longer than four times what it takes without a mutation. */
  slowerMs: number
}

/** Milliseconds of each test file on the tree without a mutation; null when it fails there already. */
type Baseline = Map<string, number | null>

/** Runs test files on the tree as it is, once: one that fails already cannot tell anything about a mutant. */
async function measure({ runner, tell }: Trial, baseline: Baseline, tests: readonly string[]): Promise<void> {
  const unknown = tests.filter((test) => !baseline.has(test))
  if (unknown.length === 0) return
  const result = await runner.run({ changed: null, tests: unknown, stopsAtFailure: false }, BASELINE_LIMIT_MS)
  for (const test of unknown) {
    const why = result ? result.failed[test] : 'does not end'
    baseline.set(test, why === undefined ? (result?.passed[test] ?? null) : null)
    if (why !== undefined) tell(`left out, because it fails without any mutation: ${test} (${why.split('\n')[0]})`)
  }
}

/** How many processes share a processor: a run that is only crowded out would look like one that never ends. */
const crowd = (): number => Math.min(CROWD_MAX, Math.max(1, loadavg()[0]! / availableParallelism()))

/** The test that fails on the mutated file, `timeout`, or null when the mutant lives. */
async function runMutated(
  { root, runner }: Trial,
  mutant: Mutant,
  tests: readonly string[],
  limitMs: number,
): Promise<{ by: string } | 'timeout' | null> {
  const file = join(root, mutant.path)
  const text = await readFile(file, 'utf8')
  try {
    await writeFile(file, applied(text, mutant))
    const result = await runner.run({ changed: mutant.path, tests, stopsAtFailure: true }, limitMs)
    if (!result) return 'timeout'
    const [by] = Object.keys(result.failed)
    return by === undefined ? null : { by }
  } finally {
    await writeFile(file, text)
  }
}

async function tryOne(trial: Trial, mutant: Mutant, baseline: Baseline): Promise<Omit<Verdict, 'ms'>> {
  const { unit, integration } = trial.testsOf(mutant.path)
  let ran = 0
  // The nearest test knows most, so that the others rarely need to run.
  for (const group of [unit.slice(0, 1), unit.slice(1), integration]) {
    await measure(trial, baseline, group)
    const tests = group.filter((test) => typeof baseline.get(test) === 'number')
    if (tests.length === 0) continue
    ran += tests.length
    const usualMs = tests.reduce((sum, test) => sum + baseline.get(test)!, 0)
    const limitMs = (usualMs * SLOWER_TIMES + trial.slowerMs) * crowd()
    const found = await runMutated(trial, mutant, tests, limitMs)
    if (found === 'timeout') return { mutant, outcome: 'timeout', by: null }
    if (found) return { mutant, outcome: 'killed', by: found.by }
  }
  return { mutant, outcome: ran === 0 ? 'untested' : 'survived', by: null }
}

/** Tries one mutant after the other. Each file of the copy has its own text again before the next. */
export async function* tryMutants(trial: Trial, mutants: readonly Mutant[]): AsyncGenerator<Verdict> {
  const baseline: Baseline = new Map()
  for (const mutant of mutants) {
    const began = performance.now()
    const verdict = await tryOne(trial, mutant, baseline)
    yield { ...verdict, ms: performance.now() - began }
  }
}
