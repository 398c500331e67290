import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import {
  getJson,
  type Product,
  REPOSITORY,
  removeTemporaryFolders,
  startProduct,
  temporaryFolder,
} from '../../harness/product.ts'
import { opsOutput } from '../../harness/run-ops.ts'
import { runnableBlock } from '../docs/runnable-block.ts'

const run = promisify(execFile)

const running: Product[] = []
afterEach(async () => {
  for (const product of running.splice(0)) await product.stop('SIGKILL').catch(() => {})
})
afterAll(removeTemporaryFolders)

async function start(dataDir: string): Promise<Product> {
  const product = await startProduct({ dataDir, env: LOADED })
  running.push(product)
  await eventually(() => expect(product.output()).toContain('Market state at'), { within: 60_000 })
  return product
}

const ops = (dataDir: string, ...args: string[]): Promise<string> =>
  opsOutput(args, { DATABASE_URL: '', DATA_DIR: dataDir })

const call = async (product: Product, path: string, token: string, body?: object): Promise<Record<string, unknown>> => {
  const response = await fetch(`${product.url}/api/v1/trading/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  expect(response.ok).toBe(true)
  return (await response.json()) as Record<string, unknown>
}

test('a stranger follows the document: backup of the running service, restore, start; ids, tokens and audit are equal', {
  timeout: LOADED_WITHIN_MS,
}, async () => {
  const folder = await temporaryFolder()
  const [before, after] = [await loadedFolder(), join(folder, 'after')]
  const first = await start(before)
  const admin = (await ops(before, 'token', 'show', 'admin')).trim()
  const made = await call(first, 'admin/accounts', admin, { name: 'kept', balance: 50_000 })
  const sh = (command: string) =>
    run('sh', ['-ec', command], { cwd: REPOSITORY, env: { ...process.env, DATABASE_URL: '', FOLDER: folder } })

  const [backup, restore] = await runnableBlock('docs/operations.md', 'backup')
  const inFolder = (line: string) =>
    line.replaceAll('market.backup', '"$FOLDER/market.backup"').replace('DATA_DIR=restored', `DATA_DIR=${after}`)
  await sh(`DATA_DIR=${before} ${inFolder(backup!)}`)
  expect((await stat(join(folder, 'market.backup'))).mode & 0o777).toBe(0o600)
  const audited = JSON.parse(await ops(before, 'audit', '--json'))
  const sets = await call(first, 'admin/accounts', admin)
  const history = (await getJson(`${first.url}/api/v1/signals/history?days=30`)).body
  expect(await first.stop()).toBe(0)

  expect((await sh(inFolder(restore!))).stdout).toMatch(/^\d+ rows of \d+ tables are restored, as of /m)
  await expect(sh(inFolder(restore!))).rejects.toThrow(/DATA_DIR: .* is not empty \(it has tokens\.json\)/)
  const second = await start(after)
  expect(await readFile(join(after, 'tokens.json'), 'utf8')).toBe(await readFile(join(before, 'tokens.json'), 'utf8'))
  expect(await call(second, 'admin/accounts', admin)).toEqual(sets)
  expect(await call(second, 'account', String(made.token))).toMatchObject({
    account_id: made.account_id,
    name: 'kept',
  })
  await eventually(async () => {
    const again = JSON.parse(await ops(after, 'audit', '--json'))
    expect(again).toEqual(audited)
  })
  expect((await getJson(`${second.url}/api/v1/signals/history?days=30`)).body.data).toEqual(history.data)
  expect(second.output()).not.toContain('Admin token')
  expect(await second.stop()).toBe(0)
})
