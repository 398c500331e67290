import { AppError } from '../../shared/errors.ts'

export interface ServedRoute {
  method: string
  /** The route as registered, with `:name` for parameters. */
  path: string
}

/** The project's facts, against which the documentation is checked. */
export interface Facts {
  scripts: readonly string[]
  routes: readonly ServedRoute[]
  /** The help text of `ops` and of each of its commands. */
  opsHelp(path: readonly string[]): string
}

/** Commands of the reader's machine. jq is not among them, because only Git, Node and npm are required. */
const ALLOWED = [
  'git clone',
  'cd',
  'kill',
  'export',
  'cp .env.example',
  'mkdir',
  'cat',
  'docker compose',
  'head',
  'tail',
  'grep',
  'cut',
  'sort',
  'wc',
  'echo',
  'sleep',
]

const withoutVariables = (words: readonly string[]): readonly string[] => {
  const start = words.findIndex((word) => !/^[A-Z_][A-Z0-9_]*=/.test(word))
  return start === -1 ? [] : words.slice(start)
}

/** The words after `npm run [-s] ops --`, or null for another command. */
export function opsWords(words: readonly string[]): readonly string[] | null {
  const given = withoutVariables(words).filter((word) => word !== '-s' && word !== '--silent')
  if (given[0] !== 'npm' || given[1] !== 'run' || given[2] !== 'ops') return null
  return given[3] === '--' ? given.slice(4) : given.slice(3)
}

export const isCurl = (words: readonly string[]): boolean => withoutVariables(words)[0] === 'curl'

/** Commander lists subcommands under `Commands:`; a command without the list takes arguments. */
const listed = (help: string): string[] | null => {
  const [, list] = /^Commands:\n((?:[ \t].*\n?)+)/m.exec(help) ?? []
  return list === undefined ? null : [...list.matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name]) => name!)
}

function checkOps(words: readonly string[], help: Facts['opsHelp']): string | null {
  for (let depth = 0; ; depth++) {
    const known = listed(help(words.slice(0, depth)))
    if (depth === 0 && known === null) throw new AppError('internal', 'the help of ops lists no commands')
    if (known === null) return null
    const word = words[depth]
    // A command may have an action of its own in addition to its subcommands: `ops company --facts`.
    if (depth > 0 && word?.startsWith('--') && help(words.slice(0, depth)).includes(`  ${word} `)) return null
    if (!word) return depth === 0 ? 'ops is called without a command' : `ops ${words.join(' ')} lacks a command`
    if (!known.includes(word)) return `ops knows no ${words.slice(0, depth + 1).join(' ')}`
  }
}

export const servedBy = (routes: readonly ServedRoute[], method: string, path: string): boolean =>
  routes.some((route) => {
    const pattern = route.path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
    return route.method === method && new RegExp(`^${pattern}$`).test(path)
  })

function checkCurl(words: readonly string[], routes: readonly ServedRoute[]): string | null {
  const target = words.find((word) => /^(?:https?:\/\/|localhost\b|127\.0\.0\.1\b|\$)/.test(word))
  if (!target) return 'curl without a URL that can be checked'
  const url = URL.parse(target.includes('://') ? target : `http://${target}`)
  if (!url || !['localhost', '127.0.0.1'].includes(url.hostname)) return `curl leaves this machine: ${target}`
  const named = words[words.findIndex((word) => word === '-X' || word === '--request') + 1]
  const sends = words.some((word) => /^(?:-d|--data|--json)/.test(word))
  const method = words.some((word) => word === '-X' || word === '--request') ? named! : sends ? 'POST' : 'GET'
  return servedBy(routes, method, url.pathname) ? null : `no route serves ${method} ${url.pathname}`
}

/** Returns why a command of the documentation would not work, or null. */
export function checkCommand(given: readonly string[], facts: Facts): string | null {
  const words = withoutVariables(given)
  const [first, second, third] = words
  if (!first || ALLOWED.some((known) => words.join(' ') === known || words.join(' ').startsWith(`${known} `)))
    return null
  if (first === 'curl') return checkCurl(words, facts.routes)
  const ops = opsWords(words)
  if (ops) return checkOps(ops, facts.opsHelp)
  if (first !== 'npm') return `${first} is not among the commands a reader is promised to have`
  if (second === 'ci') return null
  const script = second === 'run' ? words.slice(2).find((word) => !word.startsWith('-')) : second
  if (script && (second === 'run' || second === 'start' || second === 'test') && facts.scripts.includes(script))
    return null
  return `npm ${[second, third].filter(Boolean).join(' ')} is no script of package.json`
}
