import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const LIMIT_MS = 300_000
const COMPILER = join(import.meta.dirname, '../../node_modules/.bin/tsc')

/** Says whether the types of a tree are right; after the first time the compiler reads only what changed. */
export class TypeCheck {
  readonly #root: string
  /** Null until the tree was checked without a mutation. */
  #isUsable: boolean | null = null

  constructor(root: string) {
    this.#root = root
  }

  /** Prepares for questions about changes; a tree that is wrong without one, or has no types, refuses none. */
  async measure(): Promise<void> {
    this.#isUsable ??= existsSync(join(this.#root, 'tsconfig.json')) && (await this.#isRight())
  }

  /** Whether the tree as it is now would not pass the check that comes before every test. */
  async refuses(): Promise<boolean> {
    return this.#isUsable === true && !(await this.#isRight())
  }

  async #isRight(): Promise<boolean> {
    const state = join(this.#root, '.types.tsbuildinfo')
    const args = ['--noEmit', '--incremental', '--tsBuildInfoFile', state]
    try {
      await run(COMPILER, args, { cwd: this.#root, timeout: LIMIT_MS })
      return true
    } catch (error) {
      // The compiler ends with a code when it finds errors; anything else, such as the limit, says nothing about types.
      if (typeof (error as { code?: unknown }).code === 'number') return false
      throw error
    }
  }
}
