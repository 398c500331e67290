import type { Baseline } from './baseline.ts'
import type { CodeTree } from './code-tree.ts'
import { coveringTests } from './covering-tests.ts'
import type { Footprints } from './footprints.ts'
import { functionAt } from './function-at.ts'
import type { Mutant } from './mutant.ts'
import { type NearestTests, nearestTests } from './nearest-tests.ts'

export interface TestChoice {
  tree: CodeTree
  footprints: Footprints
  baseline: Baseline
  /** The most test files of each kind that run for a mutant. */
  most: { unit: number; integration: number }
}

/**
 * Returns the nearest tests that run the function of a mutant. If there are none, the function may run in a process
 * that a test starts, which leaves no trace; then the nearest tests that reach the file by imports are used.
 */
export async function chosenTests(
  { tree, footprints, baseline, most }: TestChoice,
  { path, start }: Mutant,
): Promise<NearestTests> {
  const ranked = nearestTests(tree, path)
  const name = functionAt(tree.texts.get(path)!, start)
  const records = {
    ranBy: (test: string) => footprints.ranBy(test, path),
    record: (tests: readonly string[]) => baseline.measure(tests),
  }
  const unit = await coveringTests(ranked.unit, name, most.unit, records)
  const integration = await coveringTests(ranked.integration, name, most.integration, records)
  if (unit.length + integration.length > 0) return { unit, integration }
  return { unit: ranked.unit.slice(0, most.unit), integration: ranked.integration.slice(0, most.integration) }
}
