import { posix } from 'node:path'
import { importsOf } from './import-list.ts'
import { isProduct, isTest, type Rule, type SourceFile } from './source-files.ts'
import { reads } from './token-patterns.ts'
import { codeOf } from './tokens.ts'

interface Registry {
  folder: string
  /** The file that lists the entries; index.ts if absent. */
  index?: string
  /** The code that declares an entry, or how its file's path ends, at any depth; null: every file is an entry. */
  entry: readonly string[] | RegExp | null
  /** Files that look like entries but are not, with the reason. */
  others: Record<string, string>
  /** A folder that is planned but not written yet may be missing, or have no index. */
  required: boolean
  /** The member that repeats the name of the file, so that a log line leads to the code. */
  named: 'id' | 'key' | null
}

/** Folders of the API with files that are named like routes but only help them. */
const NO_SUBJECTS = ['cache', 'http', 'openapi']
const MAKERS = { 'panel-route.ts': 'makes the routes of panels', 'screener-route.ts': 'makes those of the screener' }

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
  {
    folder: 'pipeline/tripwires',
    entry: ['defineWire', '('],
    others: { 'wire.ts': 'the shape of an entry' },
    required: true,
    // A file holds a small family.
    named: null,
  },
  {
    folder: 'api/agents/mcp',
    index: 'tools.ts',
    entry: /-tools\.ts$/,
    others: {},
    required: true,
    named: null,
  },
  { folder: 'bench/rows', entry: null, others: {}, required: true, named: null },
]

/** Each folder of the API with a route is a subject, and lists its own routes. */
function subjectsOf(files: readonly SourceFile[]): Registry[] {
  const subjects = files.flatMap(({ path }) => /^api\/([^/]+)\/(?:.+\/)?[\w-]+-routes?\.ts$/.exec(path)?.[1] ?? [])
  return [...new Set(subjects)]
    .filter((subject) => !NO_SUBJECTS.includes(subject))
    .map((subject) => ({
      folder: `api/${subject}`,
      entry: /-routes?\.ts$/,
      others: {
        ...MAKERS,
        [`${subject}-context.ts`]: 'declares its members of the context, so no file imports it',
      },
      required: true,
      named: null,
    }))
}

const hasCode = (file: SourceFile, ...texts: readonly string[]): boolean =>
  codeOf(file).some((_token, at, all) => reads(all, at, ...texts))

const targetsOf = (file: SourceFile): string[] => importsOf(file).flatMap(({ target }) => target ?? [])

const liesIn = ({ folder, entry }: Registry, { path }: SourceFile): boolean =>
  entry instanceof RegExp ? path.startsWith(`${folder}/`) : posix.dirname(path) === folder

function declaresEntry({ entry }: Registry, file: SourceFile): boolean {
  if (entry instanceof RegExp) return entry.test(file.path)
  return entry === null || hasCode(file, ...entry)
}

function checkRegistry(registry: Registry, files: readonly SourceFile[]): string[] {
  const { folder, others, required, named, index: list = 'index.ts' } = registry
  const index = files.find(({ path }) => path === `${folder}/${list}`)
  if (!index) return required ? [`${folder} has no ${list}`] : []
  const listed = new Set(targetsOf(index))
  const used = new Set(files.filter((file) => isProduct(file) && file !== index).flatMap(targetsOf))
  const known = new Set(files.map(({ path }) => path))
  const missing = [...listed].filter((path) => path.startsWith(`${folder}/`) && !known.has(path))
  const wrong = files.flatMap((file) => {
    const name = posix.basename(file.path)
    if (!liesIn(registry, file) || file === index || isTest(file) || name in others) return []
    const isEntry = declaresEntry(registry, file)
    if (isEntry && !listed.has(file.path)) return [`${file.path} is not listed in ${folder}/${list}`]
    if (!isEntry && !listed.has(file.path) && !used.has(file.path)) return [`${file.path} is used by nothing`]
    const id = `'${name.replace(/\.ts$/, '').replaceAll('-', '_')}'`
    return isEntry && named && !hasCode(file, named, ':', id) ? [`${file.path} has no ${named} ${id}`] : []
  })
  return [...missing.map((path) => `${folder}/${list} imports ${path}, which does not exist`), ...wrong]
}

/** Adding an entry to a registry takes one file and one line; this reports a forgotten line. */
export const registriesEqualFolders: Rule = (files) =>
  [...REGISTRIES, ...subjectsOf(files)].flatMap((registry) => checkRegistry(registry, files))
