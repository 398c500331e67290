import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { Attempt } from '../../harness/data-dir-contender.ts'
import { eventually } from '../../harness/eventually.ts'
import { getJson, removeTemporaryFolders, startProduct, temporaryFolder } from '../../harness/product.ts'

const CONTENDER = join(import.meta.dirname, '../../harness/data-dir-contender.ts')
const RACES = 40
/** Long enough for the message to reach every contender before the instant. */
const AHEAD_NS = 5_000_000n

const contenders: ChildProcess[] = []
afterEach(() => {
  for (const child of contenders.splice(0)) child.kill('SIGKILL')
})
afterAll(removeTemporaryFolders)

const answer = async (child: ChildProcess): Promise<Attempt> => (await once(child, 'message'))[0] as Attempt

async function contender(folder: string): Promise<ChildProcess> {
  const child = fork(CONTENDER, [folder])
  contenders.push(child)
  await answer(child)
  return child
}

async function tell(children: readonly ChildProcess[], at: string | null): Promise<Attempt[]> {
  const answers = Promise.all(children.map(answer))
  for (const child of children) child.send({ at })
  return await answers
}

const race = (children: readonly ChildProcess[]): Promise<Attempt[]> =>
  tell(children, String(process.hrtime.bigint() + AHEAD_NS))

test(`exactly one of three processes has the folder in each of ${RACES} synchronised races`, async () => {
  const folder = await temporaryFolder()
  const children = await Promise.all([0, 1, 2].map(() => contender(folder)))
  const winners: number[] = []
  for (let round = 0; round < RACES; round++) {
    await tell(children, null)
    const attempts = await race(children)
    winners.push(attempts.filter(({ won }) => won).length)
    for (const { won, error } of attempts)
      if (!won) expect(error).toMatch(/^DATA_DIR: .* is in use by (process \d+|another process)$/)
  }
  expect(winners).toEqual(Array.from({ length: RACES }, () => 1))
}, 120_000)

test('a killed holder leaves the folder free, whatever process id its file names', async () => {
  const folder = await temporaryFolder()
  const [first, second] = [await contender(folder), await contender(folder)]
  expect(await race([first])).toEqual([{ won: true, error: null }])
  expect(Number(await readFile(join(folder, 'start.pid'), 'utf8'))).toBe(first.pid)
  const [refused] = await race([second])
  expect(refused!.error).toContain(`is in use by process ${first.pid}`)
  first.kill('SIGKILL')
  await once(first, 'exit')
  // The id may belong to another living process by now, which must not keep the folder.
  await writeFile(join(folder, 'start.pid'), `${process.pid}\n`)
  expect(await race([second])).toEqual([{ won: true, error: null }])
}, 180_000)

test('of two simultaneous starts one serves on its own Postgres, and the other prints one sentence', async () => {
  const dataDir = await temporaryFolder()
  const env = { BACKFILL_SESSIONS: '0', BACKFILL_CYCLE_SESSIONS: '0' }
  const both = await Promise.all([startProduct({ dataDir, env }), startProduct({ dataDir, env })])
  try {
    const [loser, code] = await Promise.race(
      both.map(async (product) => [product, (await product.exited).code] as const),
    )
    const winner = both.find((product) => product !== loser)!
    expect(code).toBe(1)
    expect(loser.output()).toMatch(/^start: DATA_DIR: [^\n]+ is in use by (process \d+|another process)\n$/)
    await eventually(() => expect(winner.output()).toContain('Market state at'), { within: 60_000 })
    expect((await getJson(`${winner.url}/health`)).status).toBe(200)
    expect(winner.output()).not.toContain('stopped unexpectedly')
    expect(await winner.stop()).toBe(0)
  } finally {
    for (const product of both) await product.stop('SIGKILL').catch(() => {})
  }
}, 120_000)

test('a damaged lock file is named, with what to do', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'start.lock'), 'this is no lock')
  const [attempt] = await race([await contender(folder)])
  expect(attempt!.error).toBe(`DATA_DIR: cannot lock ${join(folder, 'start.lock')}: it is damaged; delete it`)
}, 180_000)
