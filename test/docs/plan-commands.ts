import { isCurl, opsWords } from './check-command.ts'
import { runs } from './check-document.ts'
import { type Block, splitMarkdown } from './markdown.ts'
import { commandLines, isShell } from './shell.ts'

export interface Planned {
  /** Place and text of the command, for the name of its test. */
  name: string
  /** The command for `sh -c`, with the port and the data folder of the product under test. */
  command(target: { port: number; dataDir: string }): string
  /** The command streams until it is stopped, so a timeout is its normal end. */
  streams: boolean
}

const STREAMS = /\s(?:-\w*N\w*|--no-buffer)\b/

/** Documents whose blocks form one program, so that no line can be run alone. */
const isScript = ({ flags }: Block): boolean => flags.includes('script')

/** The blocks of a document that are one program, by language, for a service at `url`. */
export const scriptOf = (text: string, language: string, url: string): string =>
  splitMarkdown(text)
    .blocks.filter((block) => isScript(block) && block.language === language)
    .flatMap(({ lines }) => lines)
    .join('\n')
    .replaceAll('http://localhost:8080', url)

/** The lines that can be run against a started product: calls of curl and ops, outside no-run blocks. */
export function planCommands(document: string, text: string): Planned[] {
  const blocks = splitMarkdown(text).blocks.filter((block) => isShell(block) && runs(block) && !isScript(block))
  return blocks.flatMap(commandLines).flatMap(({ text: line, line: at, commands }) => {
    const [first] = commands
    if (!first || !commands.some((words) => isCurl(words) || opsWords(words))) return []
    return {
      name: `${document}:${at} ${line}`,
      streams: STREAMS.test(line),
      command: ({ port, dataDir }) =>
        line
          .replace(/\b(?:localhost|127\.0\.0\.1):8080\b/g, `127.0.0.1:${port}`)
          .replace(/(?<![\w./])\.data(?=\/)/g, dataDir),
    }
  })
}

/** curl ends with 28 on a timeout. A command without output has not shown what the text promises. */
export const succeeded = (streams: boolean, code: number | null, output: string): boolean =>
  output.trim() !== '' && (code === 0 || (streams && code === 28))
