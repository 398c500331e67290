import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** The stages that the separate processes of the document run together. */
export function separateWorkers(text: string): Set<string> {
  const block = text.split('To run the parts separately')[1]?.split('```')[1] ?? ''
  const named = (option: string): string[] =>
    [...block.matchAll(new RegExp(`--${option} (\\S+)`, 'g'))].flatMap(([, names]) => names!.split(','))
  return new Set([...named('sources').map((source) => `ingest-${source}`), ...named('stages')])
}

/** The stages that ask providers for quotes, in the order in which they are opened. */
export function stagesWithQuotes(): string[] {
  const code = readFileSync(join(ROOT, 'workers/stages.ts'), 'utf8')
  return code
    .split('async function open')
    .slice(1)
    .filter((body) => body.includes('openMarket('))
    .map((body) => /^\w+/.exec(body)![0].toLowerCase())
}
