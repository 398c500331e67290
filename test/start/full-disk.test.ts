import { execFileSync } from 'node:child_process'
import { readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import { getJson, type Product, removeTemporaryFolders, startProduct, temporaryFolder } from '../../harness/product.ts'

const DISK_MB = 600
const MB = 1_048_576

let product: Product | null = null
let disk: string | null = null
afterEach(async () => {
  await product?.stop('SIGKILL').catch(() => {})
  if (disk) execFileSync('umount', ['--lazy', disk])
  disk = null
})
afterAll(removeTemporaryFolders)

/** A disk of its own needs root and the right to mount; the test reports itself as skipped where it cannot have one. */
function mounted(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'none', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Leaves no byte: what `statfs` calls free, and then block by block until a write fails. */
async function fill(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  await writeFile(join(folder, 'filler'), Buffer.alloc(bavail * bsize)).catch(() => {})
  await writeFile(join(folder, 'rest'), Buffer.alloc(MB)).catch(() => {})
}

test('on a full disk writes are refused with the reason, reads continue, status reports it, and all of it ends when there is room', {
  timeout: LOADED_WITHIN_MS,
}, async (context) => {
  const folder = await temporaryFolder()
  if (!mounted(folder)) {
    process.stderr.write('full-disk.test.ts: SKIPPED, because this user may not mount a disk for it\n')
    return context.skip('no right to mount')
  }
  disk = folder
  const started = await startProduct({ dataDir: await loadedFolder(folder), env: LOADED })
  product = started
  await eventually(() => expect(started.output()).toContain('Market state at'), { within: 90_000 })
  const { admin: token } = JSON.parse(await readFile(join(folder, 'tokens.json'), 'utf8'))
  let number = 0
  const create = async (): Promise<{ status: number; body: Record<string, unknown> }> => {
    const answer = await fetch(`${started.url}/api/v1/trading/admin/accounts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `account ${++number}`, balance: 1_000 }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const issues = async () => (await getJson(`${started.url}/api/v1/status`)).body.issues
  expect((await create()).status).toBe(201)

  await fill(folder)
  await eventually(
    async () => expect(await create()).toMatchObject({ status: 503, body: { code: 'disk_full', retryable: true } }),
    { within: 20_000 },
  )
  expect((await getJson(`${started.url}/api/v1/signals/latest`)).status).toBe(200)
  await eventually(async () =>
    expect(await issues()).toContainEqual(expect.stringContaining('disk of the database is full')),
  )

  await rm(join(folder, 'filler'))
  await rm(join(folder, 'rest'), { force: true })
  await eventually(async () => expect((await create()).status).toBe(201), { within: 20_000 })
  await eventually(async () => expect(String(await issues())).not.toContain('disk of the database'))
  expect(await started.stop()).toBe(0)
})
