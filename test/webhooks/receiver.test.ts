import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { REPOSITORY } from '../../harness/product.ts'
import { newSecret, signatureHeaders } from '../../shared/webhooks/sign-delivery.ts'

type Delivered = { headers: Record<string, string>; body: string }
type Call = readonly [delivered: Delivered, secret: string, nowMs: number]

const run = promisify(execFile)
const AT_MS = Date.UTC(2026, 10, 20, 15)
const BODY = JSON.stringify({ type: 'alert', timestamp: '2026-11-20T10:00:00-05:00', data: { title: 'VIX über 31' } })
const delivered = (secrets: readonly string[]): Delivered => ({
  headers: signatureHeaders({ id: 'msg_3_1847', timestamp: AT_MS / 1_000, body: BODY }, secrets),
  body: BODY,
})

/** Lets the receiver of docs/operations.md judge each delivery, in a program of its own. */
async function judged(calls: readonly Call[]): Promise<boolean[]> {
  const text = readFileSync(join(REPOSITORY, 'docs/operations.md'), 'utf8')
  const [, code] = /```js receiver\n([\s\S]*?)```/.exec(text)!
  const program = `${code}\nprocess.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map((call) => isGenuine(...call))))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program, JSON.stringify(calls)])
  return JSON.parse(stdout)
}

test('the receiver of the document takes what we sign, and nothing that was changed, kept for later or signed by others', async () => {
  const [own, old] = [newSecret(), newSecret()]
  const rotated = delivered([own, old])
  const { 'webhook-timestamp': _, ...undated } = rotated.headers
  const genuine: Call[] = [
    [delivered([own]), own, AT_MS + 1_000],
    [rotated, own, AT_MS],
    [rotated, old, AT_MS],
  ]
  const forged: Call[] = [
    [rotated, newSecret(), AT_MS],
    [{ headers: rotated.headers, body: BODY.replace('31', '13') }, own, AT_MS],
    [{ headers: undated, body: BODY }, own, AT_MS],
    [rotated, own, AT_MS + 301_000],
  ]
  expect(await judged(genuine)).toEqual([true, true, true])
  expect(await judged(forged)).toEqual([false, false, false, false])
})
