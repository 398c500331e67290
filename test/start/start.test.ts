import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { copyRepository } from '../../harness/copy-repository.ts'
import { eventually } from '../../harness/eventually.ts'
import { LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import {
  folderOnDisk,
  getJson,
  type Product,
  type ProductOptions,
  removeTemporaryFolders,
  startProduct,
  temporaryFolder,
} from '../../harness/product.ts'

const NOBODY = 65_534
/** A short history, because these tests are about starting; test/ops/backup.test.ts replays a session of cycles. */
const SMALL = { BACKFILL_SESSIONS: '3', BACKFILL_CYCLE_SESSIONS: '0' }
const isRoot = process.getuid?.() === 0

const running: Product[] = []
const start = async (options: ProductOptions = {}) => {
  const product = await startProduct({ ...options, env: { ...SMALL, ...options.env } })
  running.push(product)
  return product
}
const isUp = (product: Product) =>
  eventually(
    async () => expect(await getJson(`${product.url}/health`)).toEqual({ status: 200, body: { status: 'ok' } }),
    { within: 15_000 },
  )
const hasSnapshot = (product: Product) =>
  eventually(
    async () => {
      const { body } = await getJson(`${product.url}/api/v1/signals/latest`)
      expect(body.score_components).toHaveLength(13)
      return body
    },
    { within: 150_000 },
  )
/** A source that was fetched and stored shows that each process works there; its history is the same everywhere. */
const hasFetched = (product: Product) =>
  eventually(
    async () => {
      const { body } = await getJson(`${product.url}/api/v1/source-health`)
      expect((body.sources as { state: string }[]).map(({ state }) => state)).toContain('ok')
    },
    { within: 150_000 },
  )

afterEach(async () => {
  for (const product of running.splice(0)) await product.stop('SIGKILL').catch(() => {})
})
afterAll(removeTemporaryFolders)

describe('npm start', () => {
  test('says in one sentence that npm ci must run first', async () => {
    const folder = await temporaryFolder()
    await copyFile('package.json', join(folder, 'package.json'))
    const { status, stdout, stderr } = spawnSync('npm', ['start', '--silent'], { cwd: folder, encoding: 'utf8' })
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: 'market-state: run npm ci first\n' })
  })

  test('serves health, then signals and a report, on an empty folder, and a second start continues', async () => {
    // The whole index, as a user has it.
    const first = await start({ npm: true, env: { SIMULATOR_MEMBERS: '' } })
    await isUp(first)
    const snapshot = await hasSnapshot(first)
    expect(snapshot.health_score).toEqual(expect.any(Number))
    await eventually(
      async () => {
        const report = await fetch(`${first.url}/report`)
        expect(await report.text()).toMatch(/^# .*\d{4}-\d{2}-\d{2}/)
      },
      { within: 20_000 },
    )
    await eventually(() => expect(first.output()).toContain('back-fill: complete'), { within: 400_000 })
    expect(first.output()).toContain('SIMULATED')
    const token = /Admin token[^:]*:\s+(\S+)/.exec(first.output())?.[1]
    expect(token).toMatch(/^ms_admin_/)
    expect(nodeProcesses(first.pid).length).toBeLessThanOrEqual(3)
    // npm itself ends by the signal; the processes it started must end in order, Postgres last.
    await first.stop('SIGINT')
    await eventually(() => expect(leftovers(first)).toEqual([]), { within: 15_000 })

    const second = await start({ dataDir: first.dataDir })
    await isUp(second)
    const again = await hasSnapshot(second)
    expect(Date.parse(String(again.as_of))).toBeGreaterThanOrEqual(Date.parse(String(snapshot.as_of)))
    expect(second.output()).not.toContain(token!)
    const days = await getJson(`${second.url}/api/v1/signals/history?days=30`)
    expect((days.body.data as unknown[]).length).toBeGreaterThanOrEqual(3)
    expect(await second.stop('SIGTERM')).toBe(0)
  }, 900_000)

  test('a killed database is started again; meanwhile the API lives and marks its answers stale', {
    timeout: LOADED_WITHIN_MS,
  }, async () => {
    const product = await start({ dataDir: await loadedFolder(), env: LOADED })
    await hasSnapshot(product)
    const [postmaster] = (await readFile(join(product.dataDir, 'pg/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number(postmaster), 'SIGKILL')
    await eventually(
      async () => {
        const response = await fetch(`${product.url}/api/v1/signals/latest`)
        expect(response.status).toBe(200)
        return product.output().includes('the database stopped unexpectedly; restart 1')
      },
      { within: 20_000 },
    )
    await isUp(product)
    await eventually(
      async () => expect((await fetch(`${product.url}/api/v1/signals/latest`)).headers.get('x-stale')).toBeNull(),
      { within: 20_000 },
    )
    expect(await product.stop()).toBe(0)
  })

  test('reuses the folder of a killed start, which left no process running', async () => {
    const first = await start()
    await isUp(first)
    await eventually(() => expect(first.output()).toContain('Market state at'), { within: 20_000 })
    process.kill(first.pid, 'SIGKILL')
    await eventually(() => expect(leftovers(first)).toEqual([]), { within: 20_000 })
    const second = await start({ dataDir: first.dataDir })
    await hasSnapshot(second)
    expect(await second.stop()).toBe(0)
  }, 240_000)

  test('a folder in use is refused in one line', { timeout: LOADED_WITHIN_MS }, async () => {
    const first = await start({ dataDir: await loadedFolder(), env: LOADED })
    await isUp(first)
    const second = await start({ dataDir: first.dataDir })
    expect((await second.exited).code).toBe(1)
    expect(second.output()).toMatch(/^start: DATA_DIR: .* is in use by process \d+\n$/)
    expect(await first.stop()).toBe(0)
  })

  test('a busy port is refused in one line', async () => {
    const server = createServer()
    const port = await new Promise<number>((done) =>
      server.listen(0, '127.0.0.1', () => done((server.address() as { port: number }).port)),
    )
    const product = await start({ port })
    expect((await product.exited).code).toBe(1)
    expect(product.output()).toBe(`start: PORT: ${port} on 127.0.0.1 is in use\n`)
    server.close()
  })

  test('a bad variable is refused in one line that names it', async () => {
    const product = await start({ env: { BACKFILL_SESSIONS: 'many' } })
    expect((await product.exited).code).toBe(1)
    expect(product.output()).toMatch(/^start: BACKFILL_SESSIONS: [^\n]+\n$/)
  })

  test('an unwritable folder is refused in one line', async () => {
    const folder = await temporaryFolder()
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    const product = await start({ dataDir: join(file, 'data') })
    expect((await product.exited).code).toBe(1)
    expect(product.output()).toMatch(/^start: DATA_DIR: cannot write to [^\n]+\n$/)
  })

  test('runs in a clone under a folder that only its owner may enter', async () => {
    const folder = await folderOnDisk()
    await chmod(folder, 0o700)
    const cwd = await copyRepository(join(folder, 'clone'))
    const product = await start({ cwd, dataDir: join(cwd, '.data') })
    await hasFetched(product)
    expect(await product.stop()).toBe(0)
  }, 240_000)

  test.runIf(isRoot)(
    'runs as an ordinary user',
    async () => {
      const folder = await folderOnDisk()
      await chmod(folder, 0o755)
      const cwd = await copyRepository(join(folder, 'clone'))
      await mkdir(join(cwd, '.data'))
      await chown(join(cwd, '.data'), NOBODY, NOBODY)
      const product = await start({ cwd, dataDir: join(cwd, '.data'), uid: NOBODY, env: { HOME: '/nonexistent' } })
      await hasFetched(product)
      expect(await product.stop()).toBe(0)
    },
    120_000,
  )
})

interface Running {
  pid: number
  group: number
  command: string
}

function processes(): Running[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,pgid=,args='], { encoding: 'utf8' }).trim().split('\n')
  return lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)!)
    .map(([, pid, group, command]) => ({ pid: Number(pid), group: Number(group), command: command! }))
}

/** Postgres is in a process group of its own, so it is found by the folder it was started with. */
const leftovers = ({ pid, dataDir }: Product): Running[] =>
  processes().filter(({ group, command }) => group === pid || command.includes(dataDir))

const nodeProcesses = (group: number): Running[] =>
  processes().filter(
    (each) => each.group === group && /(^|\/)node |^npm /.test(each.command) && !each.command.startsWith('sh '),
  )
