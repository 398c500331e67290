import type { RuleName } from '../rules.ts'
import type { SourceFile } from '../source-files.ts'

/** A small tree with an offence that a rule must find, or with an innocent look-alike. */
export interface Planted {
  rule: RuleName
  what: string
  files: readonly SourceFile[]
  /** Part of the expected complaint; null for an innocent look-alike. */
  says: string | null
}

/** Makes cases of one file each: title, path, text, expected complaint. */
export const plant = (
  rule: RuleName,
  cases: readonly (readonly [string, string, string, string | null])[],
): Planted[] => cases.map(([what, path, text, says]) => ({ rule, what, files: [{ path, text }], says }))
