import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const readExampleText = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

/**
 * Reads a documented example, which lies as JSON beside its route. The examples of cycle documents are real: the
 * pipeline wrote them for one cycle.
 */
export const readExample = <T = unknown>(folder: string, name: string): T =>
  JSON.parse(readExampleText(folder, name)) as T
