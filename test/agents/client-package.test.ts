import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { tradeWorld } from '../trading/trade-world.ts'

const CLIENT = new URL('../../client/', import.meta.url).pathname
const TSC = new URL('../../node_modules/typescript/bin/tsc', import.meta.url).pathname

const world = tradeWorld()
const folder = mkdtempSync(join(tmpdir(), 'market-client-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const npm = (...given: string[]) =>
  execFileSync('npm', given, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })

const examples = [...readFileSync(`${CLIENT}README.md`, 'utf8').matchAll(/```ts example\n(.*?)```/gs)].map(
  ([, code]) => code!,
)

let base: string
beforeAll(async () => {
  await world.one.listen({ host: '127.0.0.1', port: 0 })
  base = `http://127.0.0.1:${(world.one.server.address() as AddressInfo).port}`
  writeFileSync(join(folder, 'package.json'), '{"name": "empty", "private": true, "type": "module"}')
  const [packed] = JSON.parse(npm('pack', CLIENT, '--json')) as [{ filename: string }]
  npm('install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', `./${packed.filename}`)
})

const options = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable', 'esnext.asynciterable'],
    types: [],
  },
  include: ['*.ts'],
}

/** Runs asynchronously, because the service that the example calls runs in this process. */
async function run(file: string): Promise<string> {
  const { execFile } = await import('node:child_process')
  return await new Promise((resolve, reject) => {
    execFile(process.execPath, [file], { cwd: folder }, (error, stdout, stderr) =>
      error ? reject(new Error(stderr)) : resolve(stdout),
    )
  })
}

test('the package installs into an empty project, and the examples of its README compile and run there', async () => {
  const { token } = await world.account()
  expect(examples).toHaveLength(2)
  const files = examples.map((code, at) => {
    const name = `example-${at}.ts`
    writeFileSync(join(folder, name), code.replace('http://127.0.0.1:8080', base).replace('ms_agt_…', token))
    return name
  })
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
  execFileSync(process.execPath, [TSC, '-p', folder], { cwd: folder, encoding: 'utf8', stdio: 'pipe' })
  const [reads = '', trades = ''] = [await run(files[0]!), await run(files[1]!)]
  expect(reads).toMatch(/The regime is .*\n(.*\n)*unauthorized: /)
  expect(trades).toBe('executed at 600.01\n')
})

test('a wrong call does not compile', () => {
  writeFileSync(
    join(folder, 'wrong.ts'),
    `import { createClient } from 'market-state-client'\nawait createClient({ baseUrl: '' }).getQuote({ simbol: 'SPY' })\n`,
  )
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ ...options, include: ['wrong.ts'] }))
  expect(() => execFileSync(process.execPath, [TSC, '-p', folder], { encoding: 'utf8', stdio: 'pipe' })).toThrow()
})
