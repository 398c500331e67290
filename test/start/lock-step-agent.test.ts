import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import { type Product, REPOSITORY, removeTemporaryFolders, startProduct } from '../../harness/product.ts'
import type { ClockReport } from '../../shared/postgres/server/clock-report.ts'

const PATIENCE_MS = LOADED_WITHIN_MS
/** Ten minutes after the loaded folder's instant; the rest of its half-day is the agent's. */
const STEPPED_TO = '2026-11-27T12:15:00-05:00'

let product: Product
let dataDir: string
let admin: string

beforeAll(async () => {
  dataDir = await loadedFolder()
  product = await startProduct({ dataDir, env: LOADED })
  const tokens = await eventually(async () => JSON.parse(await readFile(join(dataDir, 'tokens.json'), 'utf8')), {
    within: PATIENCE_MS,
  })
  admin = tokens.admin
  // The API listens before its database is up.
  await eventually(async () => expect((await clock()).status).toBe(200), { within: PATIENCE_MS })
}, PATIENCE_MS)
afterAll(async () => {
  await product?.stop()
  await removeTemporaryFolders()
})

async function clock(command?: object): Promise<{ status: number; body: ClockReport }> {
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
  const sent = command ? { method: 'POST', body: JSON.stringify(command) } : {}
  const answer = await fetch(`${product.url}/api/v1/admin/clock`, { headers, ...sent })
  return { status: answer.status, body: (await answer.json()) as ClockReport }
}

/** Runs a program of the repository, and returns what it printed. */
async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(process.execPath, args, {
    cwd: REPOSITORY,
    env: { ...process.env, DATA_DIR: dataDir, MARKET_URL: product.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, wrong] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (wrong += chunk.toString()))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${wrong}`)
  return said
}

const arrived = (at: string) =>
  eventually(async () => expect((await clock()).body).toMatchObject({ service_time: at, state: 'paused' }), {
    within: PATIENCE_MS,
  })

test('a clock whose process is killed in the middle of a step stays where it was and continues to its target', {
  timeout: PATIENCE_MS,
}, async () => {
  const { service_time: begun } = (await clock()).body
  // Its answer does not outlive the service.
  clock({ action: 'to', to: STEPPED_TO }).catch(() => {})
  const before = await eventually(
    async () => {
      const { body } = await clock()
      expect(body.state).toBe('moving')
      expect(body.service_time > begun).toBe(true)
      return body
    },
    { within: PATIENCE_MS },
  )
  expect(before.target).toBe(STEPPED_TO)
  await product.stop('SIGKILL')
  product = await startProduct({ dataDir, env: LOADED })
  const after = await eventually(
    async () => {
      const { body, status } = await clock()
      expect(status).toBe(200)
      return body
    },
    { within: PATIENCE_MS },
  )
  expect(after.service_time >= before.service_time).toBe(true)
  expect(after.target === STEPPED_TO || after.service_time === STEPPED_TO).toBe(true)
  await arrived(STEPPED_TO)
  expect((await clock()).body.did).toMatchObject({ slots_missed: 0, left_out: [] })
})

test('the example agent of the documents lives through the end of a session in lock-step', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
  const token = (await run(['ops/main.ts', 'account', 'add', 'example', '--pacing'])).trim()
  await clock({ action: 'lock-step' })
  const said = await run(['docs/lock-step-agent.ts', '1'], { TOKEN: token })
  expect(said).toMatch(/1 sessions: equity \d+/)
  expect(JSON.parse(said.slice(said.indexOf('\n{') + 1))).toMatchObject({ epoch: 1 })
  const after = await clock()
  expect(after.body.did).toMatchObject({ slots_missed: 0, left_out: [] })
  // It ends with an error when a cent is wrong.
  await run(['ops/main.ts', 'audit'])
})

test('docs/agents.md shows the example agent as it is', async () => {
  const guide = await readFile(join(REPOSITORY, 'docs/agents.md'), 'utf8')
  const agent = await readFile(join(REPOSITORY, 'docs/lock-step-agent.ts'), 'utf8')
  expect(guide).toContain(agent.replace("'../client/index.js'", "'market-state-client'"))
})
