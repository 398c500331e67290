import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { freePort } from '../../shared/free-port.ts'

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  )

test('a process that npm runs ends when a supervisor ends npm, and leaves its port free', async () => {
  const port = await freePort()
  const env = { ...process.env, SIMULATOR_PORT: String(port), SIMULATOR_MEMBERS: '50' }
  const npm = spawn('npm', ['run', '-s', 'simulator'], { cwd: REPOSITORY, env, stdio: 'ignore' })
  try {
    await eventually(() => answers(port), { within: 30_000 })
  } finally {
    npm.kill('SIGTERM')
  }
  await eventually(async () => !(await answers(port)))
}, 60_000)

test.each(['start', 'api', 'worker', 'simulator', 'mcp', 'migrate', 'ops', 'agent'])(
  'npm run %s replaces its shell by the program, so that signals reach it',
  (name) => {
    const { scripts } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts[name]).toMatch(/(?:^|; )exec node [^;|&]+$/)
  },
)
