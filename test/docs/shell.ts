import type { Block } from './markdown.ts'

export interface CommandLine {
  text: string
  line: number
  /** Its simple commands, each as a list of words, with pipes, lists and `$(…)` split. */
  commands: string[][]
}

const SHELLS = new Set(['sh', 'console'])
/**
 * Languages of commands that a reader would run too but that are not checked: such blocks must be marked sh or console.
 */
const UNCHECKED_SHELLS = new Set(['bash', 'shell', 'zsh', 'shell-session', 'powershell'])

export const isShell = ({ language }: Block): boolean => SHELLS.has(language)
export const isUncheckedShell = ({ language }: Block): boolean => UNCHECKED_SHELLS.has(language)

const isOpen = (text: string): boolean =>
  text.endsWith('\\') ||
  (text
    .replace(/\\./g, '')
    .replace(/'[^']*'|"[^"]*"/g, '')
    .match(/['"]/g)?.length ?? 0) > 0

const PIECE = /\s+|(&&|\|\||[|;&])|((?:\\.|'[^']*'|"(?:\\.|[^"\\])*"|[^\s|;&'"\\])+)/g

const unquoted = (word: string): string =>
  word.replace(
    /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/g,
    (_all, ...parts) => parts.slice(0, 3).find((part) => part !== undefined) ?? '',
  )

/** The commands of one line. The text in `$(…)` counts as a command of its own. */
export function simpleCommands(text: string): string[][] {
  const inner: string[][] = []
  const outer = text.replace(/\$\(([^()]*)\)/g, (_all, command: string) => {
    inner.push(...simpleCommands(command))
    return 'substituted'
  })
  const commands: string[][] = [[]]
  for (const [, operator, word] of outer.matchAll(PIECE)) {
    if (operator) commands.push([])
    else if (word?.startsWith('#')) break
    else if (word) commands.at(-1)!.push(unquoted(word))
  }
  return [...commands.filter((words) => words.length > 0), ...inner]
}

/** The command lines of a block, without comments and output, with continued lines joined. */
export function commandLines(block: Block): CommandLine[] {
  const found: CommandLine[] = []
  const prompt = block.language === 'console'
  let pending = ''
  let from = 0
  for (const [at, raw] of block.lines.entries()) {
    if (pending === '') {
      if (prompt && !raw.startsWith('$ ')) continue
      from = at
    }
    const shown = (prompt ? raw.replace(/^[$>] /, '') : raw).trimEnd()
    pending = pending === '' ? shown.trim() : `${pending}\n${shown}`
    if (isOpen(pending) && at < block.lines.length - 1) continue
    const text = pending.replace(/\\\n\s*/g, ' ')
    pending = ''
    const commands = simpleCommands(text)
    if (commands.length > 0) found.push({ text, line: block.line + from, commands })
  }
  return found
}
