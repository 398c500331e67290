import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { chainCommand } from './chain.ts'

const FILE = `
Standard & Poors 500 Index,Last: 4000.00,Change: 0
"Date: June 10, 2022, 1:40 PM EDT",Bid: 3999,Ask: 4001
Expiration Date,Calls,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest,Strike,Puts,Last Sale,Net,Bid,Ask,Volume,IV,Delta,Gamma,Open Interest
Fri Jun 17 2022,SPXW220617C04100000,20,0,19,21,5,0.2,0.3,0.003,900,4100,SPXW220617P04100000,120,0,118,122,5,0.2,-0.7,0.003,10
Fri Jun 17 2022,SPXW220617C03900000,120,0,118,122,5,0.2,0.7,0.003,20,3900,SPXW220617P03900000,20,0,19,21,5,0.2,-0.3,0.003,900
`

async function run(...args: string[]): Promise<string> {
  const output: string[] = []
  await chainCommand({}, (text) => output.push(text)).parseAsync(args, { from: 'user' })
  return output.join('\n')
}

async function saved(name: string, bytes: string | Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chain-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, name), bytes)
  return join(folder, name)
}

test('ops chain prints our levels next to published ones, from a plain or a compressed file', async () => {
  const plain = await run('--input', await saved('SPX.csv', FILE), '--rate', '0.01')
  const packed = await run('--input', await saved('SPX.csv.gz', gzipSync(FILE)), '--rate', '0.01')
  expect(packed).toBe(plain)
  const output = JSON.parse(plain)
  expect(output).toMatchObject({ underlying: 'SPX', spot: 4000, quoted_at: '2022-06-10T13:40:00-04:00' })
  expect(output.ours).toMatchObject({ call_wall: 4100, put_wall: 3900, max_pain: output.published.max_pain_by_trial })
  expect(Math.abs(output.ours.zero_gamma - output.published.perfiliev.flip)).toBeLessThan(20)
  expect(output.volatilities).toMatchObject({ quoted: 4, solved: 4 })
  expect(output.ours).not.toHaveProperty('strikes')
  expect(
    JSON.parse(await run('--input', await saved('SPX.csv', FILE), '--rate', '0', '--profile')).ours.strikes,
  ).toHaveLength(2)
})

test('ops chain refuses a rate that is not a number and names the option', async () => {
  await expect(run('--input', 'x', '--rate', 'high')).rejects.toThrow('--rate')
})
