import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const MODULES = join(import.meta.dirname, '../../node_modules')

/** A small project in a folder of its own, for tests of the tool itself. */
export async function plantTree(files: Record<string, string>): Promise<{ root: string } & AsyncDisposable> {
  const root = await mkdtemp(join(tmpdir(), 'market-planted-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  symlinkSync(MODULES, join(root, 'node_modules'))
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
