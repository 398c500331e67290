import { posix } from 'node:path'
import { importsOf } from './import-list.ts'
import { isProduct, isTest, type Rule, type SourceFile } from './source-files.ts'
import { reads } from './token-patterns.ts'
import { codeOf } from './tokens.ts'

interface Registry {
  folder: string
  /** The code by which a file declares an entry; null: every file of the folder is one. */
  entry: readonly string[] | null
  /** Files that are no entries although they look like it, and why. */
  others: Record<string, string>
  /** A folder that architecture.md does not name yet may still be missing, or have no index. */
  required: boolean
  /** The member that repeats the name of the file, so that a log line leads to the code. */
  named: 'id' | 'key' | null
}

export const REGISTRIES: readonly Registry[] = [
  {
    folder: 'pipeline/sources',
    entry: ['defineSource', '('],
    others: { 'source.ts': 'the shape of an entry' },
    required: true,
    named: 'id',
  },
  { folder: 'pipeline/sources/feeds', entry: null, others: {}, required: false, named: null },
  {
    folder: 'pipeline/signals',
    entry: ['defineComponent', '('],
    others: { 'component.ts': 'the shape of an entry' },
    required: true,
    named: 'key',
  },
  {
    folder: 'pipeline/alerts',
    entry: ['defineAlert', '('],
    others: { 'alert.ts': 'the shape of an entry' },
    required: true,
    // A file holds a small family; ids are the contract's, in capitals.
    named: null,
  },
  {
    folder: 'simulator/vendors',
    entry: [':', 'Vendor', '='],
    others: { 'vendor.ts': 'the shape of an entry' },
    required: true,
    named: null,
  },
  {
    folder: 'api/routes',
    entry: null,
    others: { 'openapi.ts': 'is a part of the document it serves, so app.ts adds it to the list' },
    required: true,
    named: null,
  },
  { folder: 'bench/rows', entry: null, others: {}, required: true, named: null },
]

const hasCode = (file: SourceFile, ...texts: readonly string[]): boolean =>
  codeOf(file).some((_token, at, all) => reads(all, at, ...texts))

const targetsOf = (file: SourceFile): string[] => importsOf(file).flatMap(({ target }) => target ?? [])

function checkRegistry(registry: Registry, files: readonly SourceFile[]): string[] {
  const { folder, entry, others, required, named } = registry
  const index = files.find(({ path }) => path === `${folder}/index.ts`)
  if (!index) return required ? [`${folder} has no index.ts`] : []
  const listed = new Set(targetsOf(index))
  const used = new Set(files.filter((file) => isProduct(file) && file !== index).flatMap(targetsOf))
  const known = new Set(files.map(({ path }) => path))
  const missing = [...listed].filter((path) => path.startsWith(`${folder}/`) && !known.has(path))
  const wrong = files.flatMap((file) => {
    const name = posix.basename(file.path)
    if (posix.dirname(file.path) !== folder || file === index || isTest(file) || name in others) return []
    const isEntry = entry === null || hasCode(file, ...entry)
    if (isEntry && !listed.has(file.path)) return [`${file.path} is not listed in ${folder}/index.ts`]
    if (!isEntry && !listed.has(file.path) && !used.has(file.path)) return [`${file.path} is used by nothing`]
    const id = `'${name.replace(/\.ts$/, '').replaceAll('-', '_')}'`
    return isEntry && named && !hasCode(file, named, ':', id) ? [`${file.path} has no ${named} ${id}`] : []
  })
  return [...missing.map((path) => `${folder}/index.ts imports ${path}, which does not exist`), ...wrong]
}

/** To add something to a registry is one file and one line; this says when the line was forgotten. */
export const registriesEqualFolders: Rule = (files) => REGISTRIES.flatMap((registry) => checkRegistry(registry, files))
