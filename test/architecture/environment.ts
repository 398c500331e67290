import { importsOf } from './import-list.ts'
import { isProduct, type Rule } from './source-files.ts'
import { isFree, offences, reads } from './token-patterns.ts'

/** Entry points with a schema of their own. */
const OWN_SCHEMA: Record<string, string> = {
  'simulator/main.ts': 'the simulator is a vendor: it must not know the configuration of the product it serves',
}

const isEntryPoint = (path: string): boolean => path.endsWith('/main.ts') || path === 'shared/config.ts'

/**
 * The environment is read once: an entry point hands all of it on, as the argument of a call, and
 * readConfig says which variables exist. `process.env.X` anywhere is a variable nobody documented.
 */
export const environmentReadOnce: Rule = (files) =>
  files.filter(isProduct).flatMap((file) => [
    ...importsOf(file).flatMap(({ target, line }) =>
      target === 'node:process' ? [`${file.path}:${line} takes process apart; name process.env`] : [],
    ),
    ...offences(file, (tokens, at) => {
      if (reads(tokens, at, 'process', '[')) return 'reaches into process by a computed name'
      const named = reads(tokens, at, 'env') && reads(tokens, at - 2, 'process', '.')
      const taken = reads(tokens, at, 'process', '}') || reads(tokens, at, 'env', '}', '=', 'process')
      if (taken && isFree(tokens, at)) return 'takes process apart; name process.env'
      if (!named) return null
      if (!isEntryPoint(file.path)) return 'reads process.env outside an entry point'
      const before = tokens[at - 3]?.text ?? ''
      const after = tokens[at + 1]?.text ?? ''
      // The environment of a child process is ours and what it needs besides.
      const inherited = before === '...' && [',', '}'].includes(after)
      const argument = ['(', ','].includes(before) && [')', ','].includes(after)
      if (!inherited && !argument) return 'does not hand process.env on whole'
      const parses = ['parse', 'safeParse'].includes(tokens[at - 4]?.text ?? '')
      return parses && !(file.path in OWN_SCHEMA) && 'parses process.env itself; readConfig does'
    }),
  ])
