import { posix } from 'node:path'
import { isCode, type Rule, type SourceFile } from './source-files.ts'
import { commentsOf } from './tokens.ts'

/** A path to code that begins with a folder, such as `shared/time/calendar.ts`; an address of the web is none. */
const REFERENCE = /(?<![\w./:@-])((?:\.{1,2}\/)*(?:[\w.-]+\/)+[\w.-]+\.ts)\b/g

/** A comment names a file from the root, from its own folder, or from a folder above it. */
function resolves(reference: string, { path }: SourceFile, known: ReadonlySet<string>): boolean {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    if (known.has(posix.join(folder, reference))) return true
    if (folder === '.') return false
  }
}

/** Every file that a comment names exists, so that a reader can follow it. */
export const referencesResolve: Rule = (files) => {
  const known = new Set(files.map(({ path }) => path))
  return files
    .filter(isCode)
    .flatMap((file) =>
      commentsOf(file).flatMap(({ text, line }) =>
        [...text.matchAll(REFERENCE)].flatMap(([, reference]) =>
          resolves(reference!, file, known) ? [] : [`${file.path}:${line} names ${reference}, which does not exist`],
        ),
      ),
    )
}
