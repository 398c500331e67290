import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Product, REPOSITORY, removeTemporaryFolders, startProduct, temporaryFolder } from '../harness/product.ts'
import { type Planned, planCommands, succeeded } from './plan-commands.ts'
import { DOCUMENTS, readDocument } from './project-facts.ts'

/** A first start makes a database and its first report; until then a command may have nothing to show. */
const WARM_UP_MS = 90_000
const STOP_MS = 30_000
const POLL_MS = 1_000
/** The reader's case: nothing but what npm start brings. A server given to the tests stays untouched; empty is absent. */
const ALONE = { DATABASE_URL: '', AMQP_URL: '', SIMULATOR_URL: '', ADMIN_TOKEN: '', INTERNAL_TOKEN: '' }

const planned = DOCUMENTS.flatMap((name) => planCommands(name, readDocument(name) ?? ''))

interface Ran {
  code: number | null
  output: string
  errors: string
}

describe('commands of the documentation, run against a started product', () => {
  let product: Product
  let curlHome: string
  let warmUntil = 0
  let ended = false

  beforeAll(async () => {
    curlHome = await temporaryFolder()
    // An answer of 4xx or 5xx must fail the command, and a stream must end.
    await writeFile(join(curlHome, '.curlrc'), 'fail-with-body\nmax-time = 10\n')
    product = await startProduct({ npm: true, env: ALONE })
    warmUntil = performance.now() + WARM_UP_MS
    // A product that could not start says why; waiting for it would only hide that.
    void product.exited.then(() => {
      ended = true
    })
  }, WARM_UP_MS)

  afterAll(async () => {
    await product?.stop()
    await removeTemporaryFolders()
  }, STOP_MS)

  async function run({ command }: Planned): Promise<Ran> {
    const { dataDir } = product
    const port = Number(new URL(product.url).port)
    const child = spawn('sh', ['-c', command({ port, dataDir })], {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...ALONE, PORT: String(port), DATA_DIR: dataDir, CURL_HOME: curlHome },
    })
    const ran: Ran = { code: null, output: '', errors: '' }
    child.stdout.on('data', (chunk: Buffer) => (ran.output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (ran.errors += chunk.toString()))
    ran.code = await new Promise((done) => child.once('close', done))
    return ran
  }

  test('the documentation has commands to run', () => {
    expect(planned.length).toBeGreaterThan(0)
  })

  test.each(planned)(
    '$name',
    async (plan) => {
      let ran = await run(plan)
      while (!succeeded(plan.streams, ran.code, ran.output) && !ended && performance.now() < warmUntil) {
        await sleep(POLL_MS)
        ran = await run(plan)
      }
      expect(ran, product.output()).toSatisfy(({ code, output }: Ran) => succeeded(plan.streams, code, output))
    },
    WARM_UP_MS + STOP_MS,
  )
})
