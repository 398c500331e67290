import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LOADED, LOADED_WITHIN_MS, loadedFolder } from '../../harness/loaded-folder.ts'
import {
  type Product,
  REPOSITORY,
  removeTemporaryFolders,
  startProduct,
  temporaryFolder,
} from '../../harness/product.ts'
import { type Planned, planCommands, scriptOf, succeeded } from './plan-commands.ts'
import { DOCUMENTS, readDocument } from './project-facts.ts'

/** A start reads its database first; until then a command may have no output. */
const WARM_UP_MS = 90_000
const STOP_MS = 90_000
const POLL_MS = 1_000
/** The reader's environment: only what npm start brings. Servers given to the tests stay unused; empty means absent. */
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
    // A response of 4xx or 5xx must fail the command, and a stream must end.
    await writeFile(join(curlHome, '.curlrc'), 'fail-with-body\nmax-time = 10\n')
    product = await startProduct({ npm: true, dataDir: await loadedFolder(), env: { ...ALONE, ...LOADED } })
    warmUntil = performance.now() + WARM_UP_MS
    // A product that cannot start prints the reason; waiting for it would only hide that.
    void product.exited.then(() => {
      ended = true
    })
  }, LOADED_WITHIN_MS)

  afterAll(async () => {
    await product?.stop()
    await removeTemporaryFolders()
  }, STOP_MS)

  function run({ command }: Planned): Promise<Ran> {
    const { dataDir } = product
    return spawned('sh', ['-c', command({ port: Number(new URL(product.url).port), dataDir })])
  }

  async function spawned(program: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
    const { port } = new URL(product.url)
    const child = spawn(program, args, {
      cwd: REPOSITORY,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...ALONE, PORT: port, DATA_DIR: product.dataDir, CURL_HOME: curlHome, ...env },
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

  test(
    'docs/agents.md: an agent’s first trades, with curl and in TypeScript',
    async () => {
      const text = readDocument('docs/agents.md') ?? ''
      const curls = await spawned('sh', ['-e', '-c', `${scriptOf(text, 'sh', product.url)}\necho "\nTOKEN=$TOKEN"`])
      expect(curls, curls.output).toMatchObject({ code: 0 })
      expect(curls.output).toContain('"status":"executed"')
      const { output } = curls
      const token = output.slice(output.lastIndexOf('TOKEN=') + 'TOKEN='.length).trim()

      const program = join(await temporaryFolder(), 'agent.ts')
      await writeFile(program, scriptOf(text, 'ts', product.url))
      const bought = await spawned(process.execPath, [program], { TOKEN: token })
      expect(bought, bought.errors).toMatchObject({ code: 0 })
      expect(bought.output).toMatch(
        /^SPY\d{6}C\d{8} at [\d.]+: -[\d.]+ dollars\n(but: .*\n)*executed; [\d.]+ dollars left\n$/,
      )
    },
    WARM_UP_MS,
  )
})
