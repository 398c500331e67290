import { execFileSync } from 'node:child_process'
import { existsSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { REPOSITORY, temporaryFolder } from './product.ts'

const MIGRATIONS = 'shared/postgres/migrations'

export type OlderCode = { folder: string; commit: string } | { missing: string }

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * Unpacks the code as it was before the newest migrations came in, with the present packages: the version that runs
 * while this one is deployed. A checkout without that history has none, and the reason states what to do.
 */
export async function olderCode(): Promise<OlderCode> {
  const commit = commitBeforeNewestMigrations()
  if (commit === null) return { missing: 'this checkout has no history of its migrations: run git fetch --unshallow' }
  const folder = await temporaryFolder()
  const archive = execFileSync('git', ['archive', commit], { cwd: REPOSITORY, maxBuffer: 2 ** 29 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  symlinkSync(join(REPOSITORY, 'node_modules'), join(folder, 'node_modules'))
  return { folder, commit }
}

function commitBeforeNewestMigrations(): string | null {
  if (!existsSync(join(REPOSITORY, '.git'))) return null
  // A merge counts as one step of the branch that was deployed.
  const line = ['--first-parent', '--diff-merges=first-parent', '--diff-filter=A', '--no-patch']
  const added = git('log', ...line, '--format=%H %P', '-1', '--', MIGRATIONS)
  const [, parent] = added.split(' ')
  if (parent === undefined) return null
  try {
    git('cat-file', '-e', `${parent}^{commit}`)
    return parent
  } catch {
    return null
  }
}
