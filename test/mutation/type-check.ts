import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LIMIT_MS = 300_000
const COMPILER = join(import.meta.dirname, '../../node_modules/.bin/tsc')

/**
 * Returns the question whether the compiler refuses the tree as it is then. A tree that is wrong without a mutation, or
 * has no types, is never refused. After the first time the compiler reads only what changed.
 */
export async function typeCheckOf(root: string): Promise<() => Promise<boolean>> {
  const isUsable = existsSync(join(root, 'tsconfig.json')) && (await isRight(root))
  return async () => isUsable && !(await isRight(root))
}

async function isRight(root: string): Promise<boolean> {
  const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', join(root, '.types.tsbuildinfo')]
  try {
    await run(COMPILER, args, { cwd: root, timeout: LIMIT_MS })
    return true
  } catch (error) {
    // The compiler ends with a code when it finds errors; any other end, such as the time limit, shows nothing about
    // types.
    if (typeof (error as { code?: unknown }).code === 'number') return false
    throw error
  }
}
