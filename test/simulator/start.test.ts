import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runToEnd } from '../../harness/run-to-end.ts'
import { explainListenError } from '../../shared/listen-error.ts'

const end = (env: Record<string, string>) => runToEnd(['simulator/main.ts'], { SIMULATOR_PORT: '0', ...env })

test.each<[Record<string, string>, RegExp]>([
  [{ SIMULATOR_PORT: 'abc' }, /^simulator: SIMULATOR_PORT: /],
  [{ SIMULATOR_HOST: '999.1.1.1' }, /^simulator: SIMULATOR_HOST: 999\.1\.1\.1 is not an address of this machine$/],
  [{ SIMULATOR_SCENARIO: 'crash' }, /^simulator: SIMULATOR_START: required with SIMULATOR_SCENARIO/],
  [{ SIMULATOR_QUOTAS: 'some' }, /^simulator: SIMULATOR_QUOTAS: /],
])('the simulator ends with one line about %j', async (env, sentence) => {
  const { code, said } = await end(env)
  expect({ code, lines: said.trim().split('\n') }).toEqual({ code: 1, lines: [expect.stringMatching(sentence)] })
})

test('a port in use is one line that names SIMULATOR_PORT', async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { code, said } = await end({ SIMULATOR_PORT: String(port) })
  expect({ code, said: said.trim() }).toEqual({
    code: 1,
    said: `simulator: SIMULATOR_PORT: ${port} on 127.0.0.1 is in use`,
  })
})

test.each([
  ['EADDRNOTAVAIL', 'HOST: nowhere is not an address of this machine'],
  ['ENOTFOUND', 'HOST: nowhere is not an address of this machine'],
  ['EAI_AGAIN', 'HOST: nowhere is not an address of this machine'],
  ['EACCES', 'PORT: 80 is not allowed for this user'],
])('%s names the setting', (code, sentence) => {
  const explain = explainListenError({ PORT: 80, HOST: 'nowhere' })
  expect(() => explain(Object.assign(new Error('text'), { code }))).toThrow(sentence)
})
