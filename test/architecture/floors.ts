import { importsOf } from './import-list.ts'
import { isProduct, type Rule, type SourceFile } from './source-files.ts'

/**
 * The floors of pipeline/, lowest first: what a vendor publishes, what a cycle knows of it, what each signal makes of
 * that, and so on up to the snapshot, to history, which replays the snapshot, and to the screener, which reads bands of
 * a history. A file imports from lower floors and from its own. Unit tests may import from higher floors, because some
 * build their input with the whole engine.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['maths', 'sources', 'filings'],
  ['inputs'],
  ['signals', 'breadth'],
  ['score', 'correlations', 'company', 'flow', 'gamma', 'velocity'],
  ['regime', 'fed'],
  ['fragility', 'risk', 'analogues', 'alerts', 'tripwires', 'transitions'],
  ['ai-read', 'grading', 'reads', 'reports', 'themes'],
  ['snapshot'],
  ['history'],
  ['screener'],
]
const FLOOR_OF = new Map(FLOORS.flatMap((folders, floor) => folders.map((folder) => [`pipeline/${folder}`, floor])))

/** Below these, no two folders import each other. */
const ONE_WAY_BELOW = ['pipeline/']

interface FolderImport {
  from: string
  to: string
  /** The place of the import: the file, the line and the file that it imports. */
  where: string
}

/** 'pipeline/sources' for every file below it; a file that lies in the top itself is a folder of its own. */
function folderBelow(path: string, top: string): string | null {
  return path.startsWith(top) ? path.split('/', top.split('/').length).join('/') : null
}

const importsBelow = (files: readonly SourceFile[], top: string): FolderImport[] =>
  files.filter(isProduct).flatMap((file) => {
    const from = folderBelow(file.path, top)
    if (from === null) return []
    return importsOf(file).flatMap(({ target, line }) => {
      const to = target === null ? null : folderBelow(target, top)
      return to === null || to === from ? [] : [{ from, to, where: `${file.path}:${line} imports ${target}` }]
    })
  })

export const pipelineFloors: Rule = (files) =>
  importsBelow(files, 'pipeline/').flatMap(({ from, to, where }) => {
    const [lower, upper] = [FLOOR_OF.get(from), FLOOR_OF.get(to)]
    if (lower === undefined) return [`${where}, but ${from} has no floor`]
    if (upper === undefined) return [`${where}, but ${to} has no floor`]
    return upper > lower ? [`${where}, from floor ${lower} up to floor ${upper}`] : []
  })

export const oneWayFolders: Rule = (files) =>
  ONE_WAY_BELOW.flatMap((top) => {
    const imports = importsBelow(files, top)
    const first = new Map(imports.map((each) => [`${each.from} ${each.to}`, each.where]))
    return [...first].flatMap(([pair, where]) => {
      const [from, to] = pair.split(' ') as [string, string]
      const back = first.get(`${to} ${from}`)
      return back !== undefined && from < to ? [`${from} and ${to} import each other: ${where}; ${back}`] : []
    })
  })
