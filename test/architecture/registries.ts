import { posix } from 'node:path'
import { importsOf } from './import-list.ts'
import { isProduct, isTest, type Rule, type SourceFile } from './source-files.ts'
import { reads } from './token-patterns.ts'
import { codeOf } from './tokens.ts'

interface Registry {
  folder: string
  /** The code that declares an entry, or the end of its file's name at any depth; null: every file is an entry. */
  entry: readonly string[] | `-${string}.ts` | null
  /** Files that are no entries although they look like it, and why. */
  others: Record<string, string>
  /** A folder that architecture.md does not name yet may still be missing, or have no index. */
  required: boolean
  /** The member that repeats the name of the file, so that a log line leads to the code. */
  named: 'id' | 'key' | null
}

/** The subjects of the API; each folder lists its own routes. */
const SUBJECTS = [
  'agents',
  'ai',
  'alerts',
  'events',
  'pages',
  'reports',
  'signals',
  'status',
  'stream',
  'trading',
  'webhooks',
]

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
    folder: 'pipeline/screener/archetypes',
    entry: ['defineArchetype', '('],
    others: {},
    required: true,
    named: 'id',
  },
  {
    folder: 'simulator/vendors',
    entry: [':', 'Vendor', '='],
    others: { 'vendor.ts': 'the shape of an entry' },
    required: true,
    named: null,
  },
  ...SUBJECTS.map((subject) => ({
    folder: `api/${subject}`,
    entry: '-route.ts' as const,
    others: { [`${subject}-context.ts`]: 'declares its members of the context, so no file imports it' },
    required: true,
    named: null,
  })),
  { folder: 'bench/rows', entry: null, others: {}, required: true, named: null },
]

const hasCode = (file: SourceFile, ...texts: readonly string[]): boolean =>
  codeOf(file).some((_token, at, all) => reads(all, at, ...texts))

const targetsOf = (file: SourceFile): string[] => importsOf(file).flatMap(({ target }) => target ?? [])

const liesIn = ({ folder, entry }: Registry, { path }: SourceFile): boolean =>
  typeof entry === 'string' ? path.startsWith(`${folder}/`) : posix.dirname(path) === folder

function declaresEntry({ entry }: Registry, file: SourceFile): boolean {
  if (typeof entry === 'string') return file.path.endsWith(entry)
  return entry === null || hasCode(file, ...entry)
}

function checkRegistry(registry: Registry, files: readonly SourceFile[]): string[] {
  const { folder, others, required, named } = registry
  const index = files.find(({ path }) => path === `${folder}/index.ts`)
  if (!index) return required ? [`${folder} has no index.ts`] : []
  const listed = new Set(targetsOf(index))
  const used = new Set(files.filter((file) => isProduct(file) && file !== index).flatMap(targetsOf))
  const known = new Set(files.map(({ path }) => path))
  const missing = [...listed].filter((path) => path.startsWith(`${folder}/`) && !known.has(path))
  const wrong = files.flatMap((file) => {
    const name = posix.basename(file.path)
    if (!liesIn(registry, file) || file === index || isTest(file) || name in others) return []
    const isEntry = declaresEntry(registry, file)
    if (isEntry && !listed.has(file.path)) return [`${file.path} is not listed in ${folder}/index.ts`]
    if (!isEntry && !listed.has(file.path) && !used.has(file.path)) return [`${file.path} is used by nothing`]
    const id = `'${name.replace(/\.ts$/, '').replaceAll('-', '_')}'`
    return isEntry && named && !hasCode(file, named, ':', id) ? [`${file.path} has no ${named} ${id}`] : []
  })
  return [...missing.map((path) => `${folder}/index.ts imports ${path}, which does not exist`), ...wrong]
}

/** To add something to a registry is one file and one line; this reports a forgotten line. */
export const registriesEqualFolders: Rule = (files) => REGISTRIES.flatMap((registry) => checkRegistry(registry, files))
