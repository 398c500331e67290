import { basename, dirname, matchesGlob } from 'node:path'
import { TEST_PROJECTS } from '../../harness/test-projects.ts'
import { type CodeTree, isTestFile, testDistances } from './code-tree.ts'
import { likenessTo } from './likeness.ts'

export interface NearestTests {
  /** Tests next to the code; they run first, because they take the least time. */
  unit: string[]
  /** Tests of the folder `test`; they run when unit tests let a mutant live. */
  integration: string[]
}

/** These start the whole product or a fleet: one run per mutant would take hours. `--tests` names one that is wanted. */
const WHOLE_PRODUCT = ['test/bench/', 'test/distributed/', 'test/docs/', 'test/start/', 'test/walk']

/**
 * Returns the text of a test with that of the files in `test` that it imports, because the cases of a suite shared by
 * several transports are there.
 */
function wordsWithSupport({ texts, importers }: CodeTree): (test: string) => string {
  const support = new Map<string, string[]>()
  for (const [path, importing] of importers) {
    if (!path.startsWith('test/') || isTestFile(path)) continue
    for (const importer of importing) support.set(importer, [...(support.get(importer) ?? []), path])
  }
  return (test) => {
    const files = new Set([test])
    for (const file of files) for (const each of support.get(file) ?? []) files.add(each)
    return [...files].map((file) => texts.get(file) ?? '').join('\n')
  }
}

/**
 * Such a file takes minutes or starts processes, so it is ranked only if it is this close to the file, or in the folder
 * of its subject: the suite of a broker reaches the broker's parts through its port.
 */
const HEAVY_STEPS_MAX = 2
const isHeavy = (test: string): boolean => TEST_PROJECTS.heavy.include.some((glob) => matchesGlob(test, glob))
const isOfSubject = (test: string, path: string): boolean => test.startsWith(`test/${basename(dirname(path))}/`)

/**
 * The tests that reach a file, the nearest first. Unit tests are ranked by the imports in between, the test of the
 * same name first. Most integration tests reach most files, through one application that imports them all: those that
 * import the file itself come first, and then those whose words are most like its own.
 */
export function nearestTests(tree: CodeTree, path: string): NearestTests {
  const own = path.replace(/\.ts$/, '.test.ts')
  const reaching = [...testDistances(tree, path)].filter(
    ([test, distance]) =>
      !WHOLE_PRODUCT.some((prefix) => test.startsWith(prefix)) &&
      (distance <= HEAVY_STEPS_MAX || !isHeavy(test) || isOfSubject(test, path)),
  )
  const tests = reaching.map(([test]) => test)
  const alike = likenessTo(path, tests, wordsWithSupport(tree))
  const known = reaching.map(([test, distance]) => ({
    test,
    distance: test === own ? 0 : distance,
    alike: alike.get(test)!,
    isIntegration: test.startsWith('test/'),
  }))
  const ranked = (isIntegration: boolean, rank: (distance: number) => number): string[] =>
    known
      .filter((each) => each.isIntegration === isIntegration)
      .sort(
        (a, b) =>
          rank(a.distance) - rank(b.distance) ||
          b.alike - a.alike ||
          a.distance - b.distance ||
          a.test.localeCompare(b.test),
      )
      .map(({ test }) => test)
  return {
    unit: ranked(false, (distance) => distance),
    integration: ranked(true, (distance) => Math.min(distance, 2)),
  }
}
