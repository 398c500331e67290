import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

const LEFT_OUT = new Set(['node_modules', '.git', '.data', '.data-live', 'coverage'])

async function copyInto(root: string, folder: string): Promise<void> {
  await cp(root, folder, { recursive: true, filter: (path) => !LEFT_OUT.has(relative(root, path)) })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
}

/** A copy of a tree that may be mutated; it shares the packages of the original. An interrupted copy is removed too. */
export async function copyTree(root: string, using: AsyncDisposableStack): Promise<string> {
  const making = mkdtemp(join(tmpdir(), 'market-mutants-'))
  const copying = making.then((folder) => copyInto(root, folder))
  // Registered before the folder exists, so that an interruption at any moment finds it.
  using.defer(async () => {
    await copying.catch(() => {})
    await rm(await making, { recursive: true, force: true })
  })
  await copying
  return await making
}
