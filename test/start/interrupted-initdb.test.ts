import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { glob, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { folderOnDisk, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { openPool } from '../../shared/postgres/server/db.ts'
import { startEmbeddedPostgres } from '../../shared/postgres/server/embedded.ts'

const STARTER = join(import.meta.dirname, '../../harness/embedded-process.ts')
/** Files in the order in which a first start makes them; each start is killed when it has made one. */
const MADE = [
  'postgres.password',
  'pg.unfinished-*/PG_VERSION',
  'pg.unfinished-*/global/pg_control',
  'pg.unfinished-*/base/5',
  'pg/market-state.finished',
]

afterAll(removeTemporaryFolders)

/** Kills what was started on the folder, all at once or only the process that started the rest. */
function kill(folder: string, starter: number, everything: boolean): void {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
  const pids = everything ? lines.filter((line) => line.includes(folder)).map((line) => Number.parseInt(line, 10)) : []
  for (const pid of [starter, ...pids]) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // The process has ended already.
    }
  }
}

async function killedStart(folder: string, pattern: string, everything: boolean): Promise<void> {
  const child = spawn(process.execPath, [STARTER, folder], { stdio: 'ignore' })
  const gone = once(child, 'exit')
  await eventually(
    async () => {
      for await (const _made of glob(pattern, { cwd: folder })) return true
      return false
    },
    { everyMs: 20 },
  )
  kill(folder, child.pid!, everything)
  await gone
}

async function rowsKept(folder: string, write: boolean): Promise<number> {
  const server = await startEmbeddedPostgres({ dataDir: folder, durable: true })
  const sql = openPool(server.url, { max: 1, name: 'test' })
  try {
    if (write) await sql`create table if not exists kept as select 1 as one`
    const [row] = await sql<[{ rows: number }]>`select count(*)::int as rows from kept`
    return row.rows
  } finally {
    await sql.end({ timeout: 1 })
    await server.stop()
  }
}

test.each([
  ['initdb and the start', true],
  ['only the start', false],
])(
  'a first start that was killed at any point leaves a folder that starts: %s',
  async (_title, everything) => {
    // In memory initdb would be over before its first files are seen.
    const folder = await folderOnDisk()
    for (const pattern of MADE) await killedStart(folder, pattern, everything)
    expect(await rowsKept(folder, true)).toBe(1)
    expect(await rowsKept(folder, false)).toBe(1)
    expect((await readdir(folder)).filter((name) => name.startsWith('pg.'))).toEqual([])
  },
  120_000,
)

test('half a cluster of an earlier version is made again', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'pg/base/1'), { recursive: true })
  await writeFile(join(folder, 'pg/PG_VERSION'), '18\n')
  await writeFile(join(folder, 'postgres.password'), '')
  expect(await rowsKept(folder, true)).toBe(1)
}, 180_000)

test('a whole cluster of an earlier version, which has no mark, keeps its data', async () => {
  const folder = await temporaryFolder()
  expect(await rowsKept(folder, true)).toBe(1)
  await rm(join(folder, 'pg/market-state.finished'))
  await rm(join(folder, 'pg/postmaster.opts'))
  expect(await rowsKept(folder, false)).toBe(1)
}, 180_000)

test('a damaged or a wrong password file is named with the way out, and a deleted one is made again', async () => {
  const folder = await temporaryFolder()
  const file = join(folder, 'postgres.password')
  const wayOut = 'delete it, and the next start creates a new password'
  expect(await rowsKept(folder, true)).toBe(1)
  for (const text of ['', 'half a passw']) {
    await writeFile(file, text)
    await expect(rowsKept(folder, false)).rejects.toThrow(`${file} is empty or damaged: ${wayOut}`)
  }
  await writeFile(file, 'ab'.repeat(18))
  await expect(rowsKept(folder, false)).rejects.toThrow(`${file} is not the password of the cluster: ${wayOut}`)
  await rm(file)
  expect(await rowsKept(folder, false)).toBe(1)
}, 180_000)
