import { importsOf } from './import-list.ts'
import { isProduct, type Rule } from './source-files.ts'
import { isFree, offences, reads, readsSystemTime } from './token-patterns.ts'

/** Globals that read the machine, wait or do I/O. `globalThis` would reach all of them unseen. */
const IMPURE = new Set([
  'process',
  'fetch',
  'console',
  'globalThis',
  'performance',
  'crypto',
  'eval',
  'Promise',
  'async',
  'await',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'queueMicrotask',
])
const NODE_ALLOWED = new Set(['node:assert', 'node:assert/strict'])

/** The pipeline is a function of its inputs: the same data gives the same answer on every replay. */
export const purePipeline: Rule = (files) =>
  files
    .filter((file) => isProduct(file) && file.path.startsWith('pipeline/'))
    .flatMap((file) => [
      ...offences(file, (tokens, at) => {
        const { kind, text } = tokens[at]!
        if (kind !== 'word') return null
        if (readsSystemTime(tokens, at)) return 'reads the system time'
        if (text === 'Math' && (reads(tokens, at + 1, '.', 'random') || reads(tokens, at + 1, '[', "'random'"))) {
          return 'uses Math.random'
        }
        return IMPURE.has(text) && isFree(tokens, at) && `uses ${text}`
      }),
      ...importsOf(file).flatMap(({ target, line }) =>
        target?.startsWith('node:') && !NODE_ALLOWED.has(target) ? [`${file.path}:${line} imports ${target}`] : [],
      ),
    ])
