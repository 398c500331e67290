import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { REPOSITORY } from '../../harness/product.ts'

const PROGRAM = `
import { createLog } from './shared/log.ts'
const log = createLog({ level: 'info', process: 'test' })
process.on('SIGTERM', () => {
  for (let line = 0; line < 5; line++) log.info('last words')
  process.exit(3)
})
log.info('begun')
setInterval(() => {}, 1_000)`

function startProgram() {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], {
    cwd: REPOSITORY,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('a process ends even if the reader of its log is gone', async () => {
  const child = startProgram()
  await once(child.stdout, 'data')
  child.stdout.destroy()
  await once(child.stdout, 'close')
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([3, null])
})

test('a reader that stays gets the last lines of a process', async () => {
  const child = startProgram()
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  await once(child, 'close')
  expect(printed.match(/"event":"last words"/g)).toHaveLength(5)
})
