import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { REPOSITORY } from '../../harness/product.ts'
import { splitMarkdown } from './markdown.ts'
import { isShell } from './shell.ts'

/** The lines of a block that a test of its own runs: the one whose flags hold the given word. */
export async function runnableBlock(document: string, flag: string): Promise<string[]> {
  const { blocks } = splitMarkdown(await readFile(join(REPOSITORY, document), 'utf8'))
  const found = blocks.find((block) => isShell(block) && block.flags.includes(flag))
  if (!found) throw new Error(`${document} has no shell block with the flag ${flag}`)
  return found.lines
}
