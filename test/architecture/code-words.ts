import { isCode, type Rule } from './source-files.ts'
import { offences, reads } from './token-patterns.ts'
import { commentsOf } from './tokens.ts'

/** Biome knows the type `any`; a schema of zod brings it in by inference. */
export const noSchemaIsAny: Rule = (files) =>
  files
    .filter(isCode)
    .flatMap((file) =>
      offences(file, (tokens, at) => reads(tokens, at, 'z', '.', 'any') && 'uses z.any; use z.unknown'),
    )

const COMMENT_OFFENCES: readonly [pattern: RegExp, what: string][] = [
  [/\b(?:TODO|FIXME|XXX|HACK)\b/, 'leaves work behind in a comment'],
  [/^\W*@ts-nocheck\b/, 'silences the compiler'],
  [/biome-ignore(?!\S*\s+\S+:\s*[^\s<*])/, 'silences biome without a reason'],
]

export const honestComments: Rule = (files) =>
  files.flatMap((file) => {
    if (file.path.endsWith('.sql')) {
      return COMMENT_OFFENCES[0]![0].test(file.text) ? [`${file.path} ${COMMENT_OFFENCES[0]![1]}`] : []
    }
    if (!isCode(file)) return []
    return commentsOf(file).flatMap(({ text, line }) =>
      COMMENT_OFFENCES.flatMap(([pattern, what]) => (pattern.test(text) ? [`${file.path}:${line} ${what}`] : [])),
    )
  })
