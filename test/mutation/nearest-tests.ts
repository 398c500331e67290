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

const wordsOf = (path: string): Set<string> => new Set(path.replace(/(\.test)?\.ts$/, '').split(/[^a-z0-9]+/))

/** Of two tests at the same distance, the one whose path shares more words with the file is the nearer one. */
function sharedWords(path: string, test: string): number {
  const words = wordsOf(path)
  return [...wordsOf(test)].filter((word) => words.has(word)).length
}

export interface NearestTests {
  /** Tests that lie beside code; they run first, since they take the least time. */
  unit: string[]
  /** Tests of the folder `test`; they run when the unit tests let a mutant live. */
  integration: string[]
}

/** These start the whole product or a fleet: one run per mutant would take hours. `--tests` names one that is wanted. */
const WHOLE_PRODUCT = ['test/bench/', 'test/distributed/', 'test/docs/', 'test/start/', 'test/walk']

/** The tests that reach a file over the fewest imports, at most so many of each kind. */
export function nearestTests(
  importers: Importers,
  path: string,
  most: { unit: number; integration: number },
): NearestTests {
  const own = path.replace(/\.ts$/, '.test.ts')
  const ranked = [...distances(importers, path)]
    .filter(([test]) => !WHOLE_PRODUCT.some((prefix) => test.startsWith(prefix)))
    .map(([test, distance]) => ({ test, distance: test === own ? 0 : distance, words: sharedWords(path, test) }))
    .sort((a, b) => a.distance - b.distance || b.words - a.words || a.test.localeCompare(b.test))
    .map(({ test }) => test)
  const isIntegration = (test: string): boolean => test.startsWith('test/')
  return {
    unit: ranked.filter((test) => !isIntegration(test)).slice(0, most.unit),
    integration: ranked.filter(isIntegration).slice(0, most.integration),
  }
}
