import { isCode, isProduct, isTest, type Rule } from './source-files.ts'
import { offences, reads } from './token-patterns.ts'
import type { Token } from './tokens.ts'

/** Files that run SQL from text: migrations are files, pg-boss builds its own statements, COPY and settings of a database take no parameters, and bulk rows are a list. */
const UNSAFE_ALLOWED = [
  'shared/postgres/server/migrate.ts',
  'shared/postgres/backup/rows-of.ts',
  'shared/broker/',
  'bench/decade.ts',
  'bench/touched-pages.ts',
  'test/',
]

export const unsafeSqlIsListed: Rule = (files) =>
  files
    .filter((file) => isCode(file) && !UNSAFE_ALLOWED.some((prefix) => file.path.startsWith(prefix)))
    .flatMap((file) =>
      offences(
        file,
        (tokens, at) => reads(tokens, at, '.', 'unsafe') && 'uses .unsafe(); a tagged template binds its values',
      ),
    )

const ALL_COLUMNS = /\b(?:select|returning)\s+(?:distinct\s+)?(?:\w+\.)?\*/i

/** Columns are named, so that a migration cannot change what a query returns. */
export const columnsAreNamed: Rule = (files) =>
  files
    .filter((file) => !isTest(file))
    .flatMap((file) => {
      if (file.path.endsWith('.sql')) {
        const lines = file.text.replace(/--[^\n]*/g, '').split('\n')
        return lines.flatMap((line, at) => (ALL_COLUMNS.test(line) ? [`${file.path}:${at + 1} selects *`] : []))
      }
      return offences(file, (tokens, at) => {
        const { kind, text } = tokens[at]!
        return (kind === 'string' || kind === 'template') && ALL_COLUMNS.test(text) && 'selects *'
      })
    })

const STATEMENT = /^`\s*(?:select|insert|update|delete|with|lock|notify)\b/i

/** `sql`…``, `tx`…`` or any tag at all before something that begins like a statement. */
function isTaggedSql(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at]!
  const tag = tokens[at - 1]
  if (kind !== 'template' || !text.startsWith('`') || !tag) return false
  if (tag.kind === 'word') return ['sql', 'tx'].includes(tag.text) || (STATEMENT.test(text) && tag.text !== 'return')
  return [')', ']', '>'].includes(tag.text) && STATEMENT.test(text)
}

/** The folders and endings of the API's files that may hold SQL. */
const API_SQL = [/^api\/database\//, /^api\/trading\/trading-database\.ts$/, /-view\.ts$/]

/** The SQL of an answer lives with its table, or in a view next to the route. */
export const routesHoldNoSql: Rule = (files) =>
  files
    .filter(
      (file) => isProduct(file) && file.path.startsWith('api/') && !API_SQL.some((place) => place.test(file.path)),
    )
    .flatMap((file) => offences(file, (tokens, at) => isTaggedSql(tokens, at) && 'holds SQL'))
