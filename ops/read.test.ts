import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { longHistory } from '../harness/fixtures/long-history/long-history.ts'
import { readCommand } from './read.ts'

test('ops read writes one line an evening, and names a range without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'read-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [input, output] = [join(folder, 'history.csv'), join(folder, 'out.jsonl')]
  const rows = longHistory('2015-01-02', '2015-03-31').map(({ series, day, value }) => `${series},${day},${value}`)
  await writeFile(input, `series,date,value\n${rows.join('\n')}\n`)
  const said: string[] = []
  const run = (...args: string[]) =>
    readCommand({}, (text) => said.push(text)).parseAsync(['--input', input, '--output', output, ...args], {
      from: 'user',
    })
  await run('--from', '2015-03-02', '--to', '2015-03-04')
  expect(said).toEqual([`3 evenings: ${output}`])
  const lines = (await readFile(output, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(({ date }) => date)).toEqual(['2015-03-02', '2015-03-03', '2015-03-04'])
  expect(Object.keys(lines[0])).toEqual(['date', 'verdict'])
  await expect(run('--from', '2020-01-01')).rejects.toThrow('the file has no evening between these dates')
})
