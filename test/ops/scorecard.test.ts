import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opsProgram } from '../../ops/program.ts'
import { tradeWorld } from '../trading/trade-world.ts'

const world = tradeWorld()
let folder: string
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scorecard-'))
  url = await world.one.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function ops(...args: string[]): Promise<string> {
  const said: string[] = []
  const env = { DATABASE_URL: world.vendors.db.url }
  const program = await opsProgram(env, (text) => said.push(text))
  await program.parseAsync(args, { from: 'user' })
  return said.join('\n')
}

async function saved(accountId: number, name: string): Promise<string> {
  const file = join(folder, name)
  await ops('scorecard', '--account', String(accountId), '--output', file, '--url', url)
  return file
}

test('the scorecard of an account is saved as its agent reads it, and two stand side by side', async () => {
  const [idle, buyer] = [await world.account({ name: 'idle' }), await world.account({ name: 'buyer' })]
  await world.quote({ bid: 599, ask: 601 })
  await buyer.bought({ symbol: 'SPY', side: 'buy', quantity: 10 })
  const [first, second] = [await saved(idle.account_id, 'idle.json'), await saved(buyer.account_id, 'buyer.json')]
  const own = (await buyer.ask({ url: '/api/v1/trading/scorecard' })).body
  expect(JSON.parse(await readFile(second, 'utf8'))).toMatchObject({
    account_id: buyer.account_id,
    name: 'buyer',
    scorecard: { equity: own.equity, closed_trades: 0 },
  })
  const text = await ops('compare', first, second)
  expect(text).toMatch(/^figure +idle \(account \d+, epoch 1\) +buyer \(account \d+, epoch 1\)$/m)
  expect(text).toMatch(/^fills +0 +1$/m)
  expect(text).toMatch(/^paid to spread +0\.00 +10\.00$/m)
  expect(text).toContain('The return of SPY is not known for both, so it is not shown that they met the same market.')
  expect(text).toMatch(/^buyer .*: only 0 closed trades: a judgement in words needs 30\.$/m)
})

test('the token of the command ends with it', async () => {
  const { account_id } = await world.account({ name: 'brief' })
  await saved(account_id, 'brief.json')
  const tokens = await world.sql`
    select t.scope, t.revoked_at is not null as revoked from account_tokens as t
    where t.account_id = ${account_id} and t.name = 'ops scorecard'`
  expect([...tokens]).toEqual([{ scope: 'read', revoked: true }])
})

test('a wrong account, file or address is named', async () => {
  const output = join(folder, 'none.json')
  await expect(ops('scorecard', '--account', 'x', '--output', output)).rejects.toThrow('--account must be a number')
  await expect(ops('scorecard', '--account', '999', '--output', output, '--url', url)).rejects.toThrow(
    'there is no open account 999',
  )
  await expect(ops('scorecard', '--account', '1', '--output', output)).rejects.toThrow('--url: required')
  await writeFile(output, '{"account_id": 1}')
  await expect(ops('compare', output, output)).rejects.toThrow(/none\.json is not a file of ops scorecard: name/)
})
