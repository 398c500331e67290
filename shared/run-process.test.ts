import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** A process that meets a rejection which nobody awaits, and would end with 0 by itself. */
const meets = (rejection: string) => `
  import { runProcess } from './shared/run-process.ts'
  await runProcess('worker', async () => {
    void Promise.reject(Object.assign(new Error('server login has been failing'), ${rejection}))
    setTimeout(() => process.exit(0), 20)
    return async () => {}
  })`

const run = (script: string) =>
  new Promise<{ code: number | null; said: string }>((done) => {
    const child = execFile(process.execPath, ['--input-type=module-typescript', '-e', script], (_, __, said) =>
      done({ code: child.exitCode, said }),
    )
  })

test('a connection that its server or a pooler ended is a lost link, and anything else a bug', async () => {
  expect(await run(meets(`{ code: '08P01', severity_local: 'FATAL' }`))).toEqual({
    code: 0,
    said: 'worker: a database link was lost (08P01)\n',
  })
  expect(await run(meets(`{ code: '42P01', severity: 'ERROR' }`))).toEqual({
    code: 1,
    said: expect.stringMatching(/^worker: bug: Error: server login/),
  })
})
