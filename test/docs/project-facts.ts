import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { openApiRoute } from '../../api/openapi/openapi-route.ts'
import { ROUTES } from '../../api/routes.ts'
import type { Facts } from './check-command.ts'

const ROOT = join(import.meta.dirname, '../..')
export const DOCUMENTS = [
  'README.md',
  'docs/operations.md',
  'docs/agents.md',
  'docs/decisions.md',
  'docs/bench.md',
  'docs/sources.md',
] as const

/** A document's text; null when it is missing, which fails a test of its own. */
export const readDocument = (name: string): string | null =>
  existsSync(join(ROOT, name)) ? readFileSync(join(ROOT, name), 'utf8') : null

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) })
const DOCS_PAGE = { method: 'GET', path: '/docs' }

export function projectFacts(): Facts {
  const helps = new Map<string, string>()
  const served = [...ROUTES, openApiRoute(() => ({})), DOCS_PAGE]
  return {
    scripts: Object.keys(Manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).scripts),
    routes: served.map(({ method, path }) => ({ method, path })),
    // The help text comes from the program itself, so that new commands are known here at once.
    opsHelp(path) {
      const key = path.join(' ')
      const known = helps.get(key)
      if (known !== undefined) return known
      const help = execFileSync(join(ROOT, 'node_modules/.bin/node'), ['ops/main.ts', ...path, '--help'], {
        cwd: ROOT,
        encoding: 'utf8',
        timeout: 20_000,
      })
      helps.set(key, help)
      return help
    },
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
