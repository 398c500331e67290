import { isCode, isTest, type Rule } from './source-files.ts'
import { isProperty, offences, reads } from './token-patterns.ts'
import { commentsOf } from './tokens.ts'

export const namedExports: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !file.path.endsWith('.config.ts'))
    .flatMap((file) =>
      offences(
        file,
        (tokens, at) =>
          (reads(tokens, at, 'export', 'default') ||
            (reads(tokens, at, 'as', 'default') && ['}', ','].includes(tokens[at + 2]?.text ?? ''))) &&
          !isProperty(tokens, at) &&
          'has a default export',
      ),
    )

/** `any` as a type, and zod's. A member of that name, as in `expect.any(Date)`, is a word like others. */
export const nothingIsAny: Rule = (files) =>
  files.filter(isCode).flatMap((file) =>
    offences(file, (tokens, at) => {
      if (tokens[at]!.kind !== 'word' || tokens[at]!.text !== 'any') return null
      if (isProperty(tokens, at)) return reads(tokens, at - 2, 'z') && 'uses z.any; use z.unknown'
      return ![':', '(', '?'].includes(tokens[at + 1]?.text ?? '') && 'uses the type any'
    }),
  )

const COMMENT_OFFENCES: readonly [pattern: RegExp, what: string][] = [
  [/\b(?:TODO|FIXME|XXX|HACK)\b/, 'leaves work behind in a comment'],
  [/^\W*@ts-(?:ignore|nocheck)\b/, 'silences the compiler'],
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

/** A test that does not run says nothing. `skipIf` and `runIf` state their condition, and stay. */
export const everyTestRuns: Rule = (files) =>
  files
    .filter((file) => isTest(file) && file.path.endsWith('.ts'))
    .flatMap((file) =>
      offences(file, (tokens, at) => {
        const { text } = tokens[at]!
        if (!['only', 'skip', 'todo'].includes(text) || !isProperty(tokens, at)) return null
        return ['(', '.', '?.'].includes(tokens[at + 1]?.text ?? '') && `uses .${text}`
      }),
    )
