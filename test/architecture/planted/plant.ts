import type { RuleName } from '../rules.ts'
import type { SourceFile } from '../source-files.ts'

/** A small tree on which a rule is proved: what it must say there, or that it must stay silent. */
export interface Planted {
  rule: RuleName
  what: string
  files: readonly SourceFile[]
  /** A part of the one complaint; null for an innocent look-alike. */
  says: string | null
}

/** Cases of one file each: what it is, where it lies, its text, and what the rule says. */
export const plant = (
  rule: RuleName,
  cases: readonly (readonly [string, string, string, string | null])[],
): Planted[] => cases.map(([what, path, text, says]) => ({ rule, what, files: [{ path, text }], says }))
