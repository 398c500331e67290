import { spawn } from 'node:child_process'
import { type EventEmitter, once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../harness/eventually.ts'
import { REPOSITORY } from '../../harness/product.ts'
import { logStdout } from '../../shared/log-stdout.ts'

/** A device that is always full, on which each write fails with ENOSPC. */
const FULL = '/dev/full'

const PROGRAM = `
import { createLog } from './shared/log.ts'
import { runProcess } from './shared/run-process.ts'
await runProcess('test', async () => {
  const log = createLog({ level: 'info', process: 'test' })
  let lines = 0
  setInterval(() => {
    log.info('a line')
    process.stdout.write('a sentence')
    process.stderr.write('a sentence')
    process.send(++lines)
  }, 5)
  return async () => log.info('the last line')
})`

test('a process goes on while the disk of its log is full, and ends when it is told', async () => {
  const full = openSync(FULL, 'w')
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], {
    cwd: REPOSITORY,
    stdio: ['ignore', full, full, 'ipc'],
  })
  closeSync(full)
  onTestFinished(() => void child.kill('SIGKILL'))
  let lines = 0
  child.on('message', (count) => (lines = Number(count)))
  await eventually(() => expect(lines).toBeGreaterThan(20), { within: 30_000 })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('lines that found no room are written once there is some, and what was dropped is counted', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'market-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'log')
  const log = logStdout(openSync(FULL, 'w')) as ReturnType<typeof logStdout> & EventEmitter
  const padding = 'x'.repeat(1_000)
  const writeRefused = async (...lines: string[]) => {
    const refused = once(log, 'error')
    for (const line of lines) log.write(`${line}\n`)
    await refused
  }
  await writeRefused(`0 ${padding}`)
  await writeRefused(...Array.from({ length: 2_000 }, (_, at) => `${at + 1} ${padding}`))
  Object.assign(log, { fd: openSync(path, 'w') })
  const written = await eventually(async () => {
    const text = await readFile(path, 'utf8')
    expect(text).toContain('log_interrupted')
    return text.trimEnd().split('\n')
  })
  const held = written.findIndex((line) => !line.endsWith(padding))
  expect(written.slice(0, held).map((line) => Number(line.split(' ')[0]))).toEqual(
    Array.from({ length: held }, (_, at) => at),
  )
  const told = JSON.parse(written.find((line) => line.includes('log_interrupted'))!)
  expect(told).toMatchObject({ level: 'warn', error: expect.stringContaining('ENOSPC') })
  expect(held + told.lines_dropped).toBe(2_001)
  expect(held).toBeGreaterThan(500)
})
