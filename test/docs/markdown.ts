export interface Block {
  language: string
  /** Words after the language, such as `no-run` in ```sh no-run */
  flags: string[]
  lines: string[]
  /** The line number of its first line in the document. */
  line: number
}

const FENCE = /^\s*(```+|~~~+)\s*(.*?)\s*$/

/** The fenced blocks of a document, and the document without them, its lines kept in place. */
export function splitMarkdown(text: string): { blocks: Block[]; prose: string[] } {
  const blocks: Block[] = []
  const prose: string[] = []
  let open: { fence: string; block: Block } | null = null
  for (const [at, line] of text.split('\n').entries()) {
    const [, fence, info = ''] = FENCE.exec(line) ?? []
    if (open && fence?.startsWith(open.fence) && info === '') {
      blocks.push(open.block)
      open = null
    } else if (open) open.block.lines.push(line)
    else if (fence) {
      const [language = '', ...flags] = info.split(/\s+/)
      open = { fence, block: { language, flags, lines: [], line: at + 2 } }
    }
    prose.push(open || fence ? '' : line)
  }
  if (open) blocks.push(open.block)
  return { blocks, prose }
}

/** The text between backticks, with its line. */
export const inlineCode = (prose: readonly string[]): { text: string; line: number }[] =>
  prose.flatMap((line, at) => [...line.matchAll(/`([^`]+)`/g)].map(([, text]) => ({ text: text!, line: at + 1 })))
