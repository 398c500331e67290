import { execFile, spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { processesBelow } from '../../bench/process-memory.ts'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { alive } from '../../shared/postgres/server/alive.ts'

const WITHIN_MS = 120_000
const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['bench/main.ts', '--quick', ...args], { cwd: REPOSITORY })

afterAll(removeTemporaryFolders)

const finite = z.number().refine(Number.isFinite)
const Said = z.object({
  settings: z.array(z.string()),
  failed: z.array(z.unknown()).length(0),
  lines: z.array(
    z.object({
      row: z.string(),
      value: finite,
      ceiling: finite,
      ratio: finite,
      spread: z.tuple([finite, finite]),
      note: z.string(),
    }),
  ),
})

test(
  'one table: figure, ceiling, ratio and spread of the rows that were asked for',
  async () => {
    const { stdout } = await bench('stage-postgres')
    const [head, line] = stdout.slice(stdout.indexOf('\nrow ') + 1).split('\n')
    expect(head).toMatch(/^row +what +figure +ceiling +ratio +spread +goal$/)
    expect(line).toMatch(/^stage-postgres .* \d[\d.]* msg\/s +\d[\d.]* msg\/s +\d\.\d\d +\d\.\d\d \.\. \d\.\d\d/)
    expect(stdout).toMatch(/^machine: \d+ cores/m)
    expect(stdout).toMatch(/^postgres: .*fsync on, synchronous_commit on, full_page_writes on/m)
  },
  WITHIN_MS,
)

test(
  'as JSON, the same figures, all of them finite',
  async () => {
    const { stdout } = await bench('hot-read', '--json')
    const { lines } = Said.parse(JSON.parse(stdout))
    expect(lines).toMatchObject([{ row: 'hot-read', note: expect.stringContaining('bare fastify route') }])
    expect(Math.min(...lines.flatMap(({ value, ceiling, ratio }) => [value, ceiling, ratio]))).toBeGreaterThan(0)
  },
  WITHIN_MS,
)

test('an unknown row is refused with the list of known rows', async () => {
  await expect(bench('cold-read')).rejects.toMatchObject({
    stderr: expect.stringContaining('there is no row cold-read; choose from hot-read'),
  })
})

test(
  'stopped in the middle, it leaves no process and no folder behind',
  async () => {
    const folder = await temporaryFolder()
    const child = spawn(process.execPath, ['bench/main.ts', '--quick', 'hot-read'], {
      cwd: REPOSITORY,
      stdio: 'ignore',
      env: { ...process.env, TMPDIR: folder },
    })
    const ended = new Promise((done) => child.once('exit', done))
    const below = await eventually(
      () => {
        const tree = processesBelow(child.pid!)
        // The tree holds Postgres with its helpers and the worker that fills it.
        return tree.length > 8 && tree
      },
      { within: 60_000 },
    )
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    await eventually(() => expect((below || []).filter(({ pid }) => alive(pid))).toEqual([]))
    expect(await readdir(folder)).toEqual([])
  },
  WITHIN_MS,
)
