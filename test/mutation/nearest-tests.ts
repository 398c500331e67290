import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isNode, type Node, parse, visit } from './syntax-tree.ts'

/** Which files of a tree import a file, each only for values: an import of a type changes no result. */
export type Importers = ReadonlyMap<string, readonly string[]>

const LEFT_OUT = new Set(['node_modules', 'coverage'])

export function codeBelow(root: string, folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || LEFT_OUT.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return codeBelow(root, path)
    return path.endsWith('.ts') && !path.endsWith('.config.ts') ? [path] : []
  })
}

export const isTestFile = (path: string): boolean => path.endsWith('.test.ts')

function importedBy(node: Node): string | null {
  const names = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration', 'ImportExpression']
  if (!names.includes(node.type) || node.importKind === 'type' || node.exportKind === 'type') return null
  const specifiers = (node.specifiers ?? []) as Node[]
  if (specifiers.length > 0 && specifiers.every((one) => one.importKind === 'type')) return null
  return isNode(node.source) && typeof node.source.value === 'string' ? node.source.value : null
}

function importsOf(path: string, text: string): string[] {
  const found: string[] = []
  visit(parse(text), (node) => {
    const name = importedBy(node)
    if (name?.startsWith('.')) found.push(posix.join(posix.dirname(path), name))
  })
  return found
}

export function readImporters(root: string): Importers {
  const importers = new Map<string, string[]>()
  for (const path of codeBelow(root)) {
    for (const target of importsOf(path, readFileSync(join(root, path), 'utf8'))) {
      importers.set(target, [...(importers.get(target) ?? []), path])
    }
  }
  return importers
}

/** How many imports lie between a test and the file, for every test that reaches it. */
function distances(importers: Importers, path: string): Map<string, number> {
  const steps = new Map([[path, 0]])
  // A map can be extended while it is walked: what is added is visited last.
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) {
      if (!steps.has(importer)) steps.set(importer, step + 1)
    }
  }
  return new Map([...steps].filter(([file]) => isTestFile(file)))
}

/** The words of a path, in the singular: `test/trading/trades.test.ts` is about trading and a trade. */
const wordsOf = (path: string): string[] => [
  ...new Set(
    path
      .replace(/(\.test)?\.ts$/, '')
      .split(/[^a-z0-9]+/)
      .map((word) => word.replace(/(?<=..[^s])s$/, '')),
  ),
]

/** How alike two paths are: a word that few tests have counts more, and a word of the test alone counts against it. */
function likeness(path: string, test: string, tests: readonly string[]): number {
  const words = new Set(wordsOf(path))
  const rarity = (word: string): number =>
    Math.log((tests.length + 1) / (tests.filter((each) => wordsOf(each).includes(word)).length + 1))
  const own = wordsOf(test)
  const shared = own.filter((word) => words.has(word))
  return shared.reduce((sum, word) => sum + rarity(word), 0) - (own.length - shared.length) * WORD_BESIDE
}

export interface NearestTests {
  /** Tests that lie beside code; they run first, since they take the least time. */
  unit: string[]
  /** Tests of the folder `test`; they run when the unit tests let a mutant live. */
  integration: string[]
}

/** Against a word that is shared, one that is not weighs little. */
const WORD_BESIDE = 0.1

/** These start the whole product or a fleet: one run per mutant would take hours. `--tests` names one that is wanted. */
const WHOLE_PRODUCT = ['test/bench/', 'test/distributed/', 'test/docs/', 'test/start/', 'test/walk']

/**
 * The tests that reach a file, at most so many of each kind. Unit tests are ranked by the imports in between, the test
 * of the same name first. Most integration tests reach most files, through one application that imports them all: those
 * that import the file itself come first, and then those whose names are most like it.
 */
export function nearestTests(
  importers: Importers,
  path: string,
  most: { unit: number; integration: number },
): NearestTests {
  const own = path.replace(/\.ts$/, '.test.ts')
  const reaching = [...distances(importers, path)].filter(
    ([test]) => !WHOLE_PRODUCT.some((prefix) => test.startsWith(prefix)),
  )
  const tests = reaching.map(([test]) => test)
  const known = reaching.map(([test, distance]) => ({
    test,
    distance: test === own ? 0 : distance,
    alike: likeness(path, test, tests),
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
    unit: ranked(false, (distance) => distance).slice(0, most.unit),
    integration: ranked(true, (distance) => Math.min(distance, 2)).slice(0, most.integration),
  }
}
