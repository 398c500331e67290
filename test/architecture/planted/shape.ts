import { FLOW_VENDOR_NAMES } from '../../../shared/flow-vendor/names.ts'
import { MEDIAN_LINES_BELOW } from '../file-shape.ts'
import { plant } from './plant.ts'

const lines = (count: number): string => 'a\n'.repeat(count)

export const PLANTED_SHAPE = [
  ...plant('the median file stays short', [
    ['at the limit', 'shared/a.ts', lines(MEDIAN_LINES_BELOW), 'median file has 80 lines'],
    ['below', 'shared/a.ts', lines(MEDIAN_LINES_BELOW - 1), null],
    ['tests do not count', 'shared/a.test.ts', lines(200), null],
  ]),
  ...plant('every export is used', [
    ['nobody names it', 'shared/a.ts', 'export const tea = 1', 'exports tea, which nothing uses'],
    ['a function', 'api/a.ts', 'export async function tea() {}', 'exports tea'],
    ['only a comment names it', 'shared/a.ts', 'export type Tea = 1 // Tea', 'exports Tea'],
    ['its own file uses it', 'shared/a.ts', 'export const tea = 1\nconst pot = tea', null],
    ['a list of names', 'shared/a.ts', `export { tea } from './b.ts'`, null],
    ['a test', 'shared/a.test.ts', 'export const tea = 1', null],
  ]),
  ...plant('names say subjects', [
    ['syntax', 'shared/types.ts', '', 'types names no subject'],
    ['drawer', 'test/helpers/database.ts', '', 'helpers names no subject'],
    ['its test', 'shared/utils.test.ts', '', 'utils names no subject'],
    ['kebab', 'shared/time/trading-day.test.ts', '', null],
    ['tool', 'vitest.config.ts', '', null],
    ['contains one', 'shared/domain/event-types.ts', '', null],
  ]),
  ...plant('references in comments resolve', [
    ['gone', 'shared/a.ts', '/** As in pipeline/gone.ts. */', 'names pipeline/gone.ts, which does not exist'],
    ['from the root', 'shared/time/a.ts', '// see shared/time/a.ts', null],
    ['from a folder above', 'shared/time/a.ts', '// see time/a.ts', null],
    ['a bare name, an address and a text', 'shared/a.ts', `const a = 'b/c.ts' // d.ts, https://e.test/f.ts`, null],
  ]),
  ...plant('comments are honest', [
    ['work left', 'shared/a.ts', '// TODO: later', 'leaves work'],
    ['work left in SQL', 'shared/postgres/migrations/1.sql', '-- FIXME', 'leaves work'],
    ['whole file', 'shared/a.ts', '/* @ts-nocheck */', 'silences the compiler'],
    ['linter', 'shared/a.ts', '// biome-ignore lint/a/b', 'without a reason'],
    ['linter with an empty reason', 'shared/a.ts', '// biome-ignore lint/a/b: ', 'without a reason'],
    ['linter with the form', 'shared/a.ts', '// biome-ignore lint/a/b: <explanation>', 'without a reason'],
    ['linter with a reason', 'shared/a.ts', '// biome-ignore lint/a/b: the vendor sends it so', null],
    ['texts', 'shared/a.ts', `const a = 'TODO' // todos of a list, about @ts-ignore`, null],
  ]),
  ...plant('the flow vendor is unnamed', [
    ['a comment', 'shared/a.ts', `// as ${FLOW_VENDOR_NAMES[0]} says`, 'names the options-flow vendor'],
    ['a host', 'shared/a.ts', `const a = 'api.${FLOW_VENDOR_NAMES[0]!.replace(' ', '')}.com'`, 'names the'],
    ['SQL', 'shared/postgres/migrations/1.sql', `-- ${FLOW_VENDOR_NAMES[0]!.replace(' ', '_')}`, 'names the'],
    ['its home', 'shared/flow-vendor/names.ts', `const a = '${FLOW_VENDOR_NAMES[0]}'`, null],
    ['other words', 'shared/a.ts', '// unusual volume', null],
  ]),
  ...plant('literals are not spread', [
    ['members of an object', 'shared/a.ts', 'const a = { ...{ b, c }, d }', 'spreads a literal'],
    ['items of a list', 'test/a.ts', `const a = [...['b', 'c'], 'd']`, 'spreads a literal'],
    ['arguments', 'shared/a.ts', 'f(...[a, b])', 'spreads a literal'],
    ['a method', 'shared/a.ts', 'const a = [...[1, 2].map(f), ...(b ? [c] : []), ...{ d }.e]', null],
  ]),
  ...plant('no schema is any', [
    ['zod', 'shared/a.ts', 'const A = z.any()', 'z.any'],
    ['word', 'test/a.ts', `expect.any(Date); const a = { any: 1 }; sql\`a = any(\${b})\` // z.any()`, null],
  ]),
]
