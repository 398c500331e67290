import { checkCommand, type Facts, servedBy } from './check-command.ts'
import { inlineCode, splitMarkdown } from './markdown.ts'
import { commandLines, isShell, isUncheckedShell } from './shell.ts'

const PLACEHOLDER = /<[\w-]+>/

export const runs = ({ flags }: { flags: string[] }): boolean => !flags.includes('no-run')

/** Complaints about the command lines of one document. */
export function checkCommands(name: string, text: string, facts: Facts): string[] {
  return splitMarkdown(text).blocks.flatMap((block) => {
    if (isUncheckedShell(block)) return [`${name}:${block.line} ${block.language} is not checked; write sh or console`]
    if (!isShell(block)) return []
    return commandLines(block).flatMap(({ text: line, line: at, commands }) => {
      const wrong = commands.flatMap((words) => checkCommand(words, facts) ?? [])
      if (runs(block) && PLACEHOLDER.test(line)) wrong.push('holds a placeholder; mark the block no-run')
      return wrong.map((why) => `${name}:${at} ${why}`)
    })
  })
}

const FOLDERS = ['api', 'bench', 'docs', 'ops', 'pipeline', 'shared', 'simulator', 'start', 'test', 'workers']
const ROOT_FILE = /^(?:[A-Z]+\.md|\.env\.example|\.gitignore|[a-z-]+\.(?:json|yaml|config\.ts))$/
const ROUTE = /^(?:(GET|POST|PATCH|DELETE) )?(\/[\w/:{}.-]*)$/

/** A path to check, or null for a word that merely has a slash; its first part decides. */
function repositoryPath(code: string): string | null {
  const [first] = code.split('/', 1)
  if (/[\s*…]|\.\.\./.test(code)) return null
  if (!(code.includes('/') && FOLDERS.includes(first!)) && !ROOT_FILE.test(code)) return null
  // `sources/<id>.ts` represents the folder.
  return code.includes('<') ? code.slice(0, code.lastIndexOf('/', code.indexOf('<'))) : code
}

/** Complaints about files and routes that a document names and the project lacks. */
export function checkNames(name: string, text: string, files: readonly string[], facts: Facts): string[] {
  const exists = (path: string): boolean => {
    const bare = path.replace(/\/$/, '')
    return files.some((file) => file === bare || file.startsWith(`${bare}/`))
  }
  return inlineCode(splitMarkdown(text).prose).flatMap(({ text: code, line }) => {
    const path = repositoryPath(code)
    if (path && !exists(path)) return [`${name}:${line} ${path} does not exist`]
    if (/^[\w-]+\.ts$/.test(code) && !files.some((file) => file === code || file.endsWith(`/${code}`))) {
      return [`${name}:${line} no file is called ${code}`]
    }
    const [, method = 'GET', route] = ROUTE.exec(code) ?? []
    if (!route || servedBy(facts.routes, method, route.replace(/\{(\w+)\}/g, ':$1'))) return []
    return [`${name}:${line} no route serves ${method} ${route}`]
  })
}

export const missingVariables = (text: string, variables: readonly string[]): string[] => {
  const named = new Set(inlineCode(splitMarkdown(text).prose).map(({ text: code }) => code))
  return variables.filter((variable) => !named.has(variable))
}
