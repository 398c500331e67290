import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import { z } from 'zod'
import { openApiRoute } from '../../api/openapi/openapi-route.ts'
import { ROUTES } from '../../api/routes.ts'
import { opsProgram } from '../../ops/program.ts'
import { AppError } from '../../shared/errors.ts'
import type { Facts } from './check-command.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Every document at the top of docs/, and the one before it. */
export const DOCUMENTS: readonly string[] = [
  'README.md',
  ...readdirSync(join(ROOT, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** A document's text; null when it is missing, which fails a test of its own. */
export const readDocument = (name: string): string | null =>
  existsSync(join(ROOT, name)) ? readFileSync(join(ROOT, name), 'utf8') : null

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })
const DOCS_PAGE = { method: 'GET', path: '/docs' }

function commandNamed(parent: Command, name: string): Command {
  const found = parent.commands.find((command) => command.name() === name)
  if (!found) throw new AppError('not_found', `ops knows no ${name}`)
  return found
}

export async function projectFacts(): Promise<Facts> {
  const program = await opsProgram({}, () => {})
  const served = [...ROUTES, openApiRoute(() => ({})), DOCS_PAGE]
  return {
    scripts: Object.keys(Manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts),
    routes: served.map(({ method, path }) => ({ method, path })),
    // From the program itself, so that the documents may name a new command at once.
    opsHelp: (path) => path.reduce(commandNamed, program).helpInformation(),
  }
}

const NOT_OURS = new Set(['node_modules', '.git', '.data', 'coverage'])

export function projectFiles(folder = ''): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    return entry.isDirectory() ? projectFiles(path) : [path]
  })
}
