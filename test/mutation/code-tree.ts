import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { isNode, type Node, parse, visit } from './syntax-tree.ts'

/** The code of a tree, by path from its root. */
export interface CodeTree {
  texts: ReadonlyMap<string, string>
  /** The files that import a file, for values only: an import of a type changes no result. */
  importers: ReadonlyMap<string, readonly string[]>
}

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

export function readCodeTree(root: string): CodeTree {
  const texts = new Map(codeBelow(root).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const importers = new Map<string, string[]>()
  for (const [path, text] of texts) {
    for (const target of importsOf(path, text)) importers.set(target, [...(importers.get(target) ?? []), path])
  }
  return { texts, importers }
}

/** Returns how many imports lie between a test and the file, for every test that reaches it. */
export function testDistances({ importers }: CodeTree, path: string): Map<string, number> {
  const steps = new Map([[path, 0]])
  // A map can be extended while it is walked: what is added is visited last.
  for (const [file, step] of steps) {
    for (const importer of importers.get(file) ?? []) {
      if (!steps.has(importer)) steps.set(importer, step + 1)
    }
  }
  return new Map([...steps].filter(([file]) => isTestFile(file)))
}
