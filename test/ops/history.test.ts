import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { afterAll, expect, test } from 'vitest'
import { longHistory } from '../../harness/fixtures/long-history/long-history.ts'
import { REPOSITORY, removeTemporaryFolders, temporaryFolder } from '../../harness/product.ts'
import { inherited } from '../../harness/run-environment.ts'

const run = promisify(execFile)
afterAll(removeTemporaryFolders)

const ops = (args: string[]) =>
  run(join(REPOSITORY, 'node_modules/.bin/node'), ['ops/main.ts', 'history', ...args], {
    cwd: REPOSITORY,
    env: inherited(),
  })

const text = [
  'series,date,value',
  ...longHistory('2012-01-02', '2013-06-28', 2).map(({ series, day, value }) => `${series},${day},${value}`),
  'spy_open,2013-06-28,160.1',
  'vix_close,2013-06-27,',
  'vix_close,2013-06-29,17',
  '',
].join('\n')

test('ops history: writes a row per session from a plain or compressed file, without a database', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'in.csv'), text)
  await writeFile(join(folder, 'in.csv.gz'), gzipSync(text))
  const plain = await ops(['--input', join(folder, 'in.csv'), '--output', join(folder, 'plain.csv')])
  await ops(['--input', join(folder, 'in.csv.gz'), '--output', join(folder, 'packed.csv')])
  const rows = (await readFile(join(folder, 'plain.csv'), 'utf8')).trimEnd().split('\n')
  expect(await readFile(join(folder, 'packed.csv'), 'utf8')).toBe(`${rows.join('\n')}\n`)
  expect(rows[0]).toMatch(/^date,regime,health_score,score_low,score_high,/)
  expect(rows.at(-1)).toMatch(/^2013-06-28,[A-Z-]+,\d+,\d+,\d+,100,/)
  const [last] = parse(`${rows[0]}\n${rows.at(-1)}`, { columns: true }) as Record<string, string>[]
  expect(last!.fall_band).toMatch(/^(low|elevated|high)$/)
  expect(Number(last!.fall_one_in_five)).toBeGreaterThanOrEqual(Number(last!.fall_median))
  expect(Number(last!.next_session_high)).toBeGreaterThan(Number(last!.next_session_low))
  expect(last!.regime_reason).toContain(' ')
  expect(rows[1]).toMatch(/,,,,,,,,[^,]/)
  expect(rows).toHaveLength(375)
  expect(plain.stdout).toMatch(/^374 sessions from 2012-01-03 to 2013-06-28 in /)
  expect(plain.stderr).toBe(
    'ignored 1 rows of 1 unknown series\nignored 1 rows with an implausible value\n' +
      'ignored 1 rows for days on which their series has no value\n',
  )
})

test('ops history: with known_at, evenings before a revision read the earlier value', async () => {
  const folder = await temporaryFolder()
  const known = text.replace('series,date,value', 'series,date,value,known_at').replace(/(?<=\d)\n/g, ',\n')
  const write = (name: string, rows: string) => writeFile(join(folder, name), rows)
  await write('plain.csv', known.replace('vix_close,2013-06-27,\n', ''))
  await write(
    'revised.csv',
    `${known.replace('vix_close,2013-06-27,\n', '')}hy_oas,2013-06-27,9.9,2013-06-28T19:00:00-04:00\n`,
  )
  for (const name of ['plain', 'revised']) {
    await ops(['--input', join(folder, `${name}.csv`), '--output', join(folder, `${name}-out.csv`)])
  }
  const linesOf = async (name: string) =>
    (await readFile(join(folder, `${name}-out.csv`), 'utf8')).trimEnd().split('\n')
  const [plain, revised] = [await linesOf('plain'), await linesOf('revised')]
  expect(revised.slice(0, -1)).toEqual(plain.slice(0, -1))
  const credit = (lines: string[]) => lines.at(-1)!.split(',')[lines[0]!.split(',').indexOf('pillar_credit')]
  expect(credit(revised)).toBe('9.9')
  expect(credit(plain)).not.toBe('9.9')
})

test('ops history: a missing file and a wrong header are one line and exit code 1', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'in.csv'), 'date,series,value\n')
  const failed = expect.objectContaining({ code: 1, stderr: expect.stringMatching(/^ops: [^\n]+\n$/) })
  await expect(ops(['--input', join(folder, 'none.csv'), '--output', 'x'])).rejects.toEqual(failed)
  await expect(ops(['--input', join(folder, 'in.csv'), '--output', 'x'])).rejects.toEqual(failed)
})

test('ops history: an output that cannot be written is refused before anything is read', async () => {
  const folder = await temporaryFolder()
  const refused = (words: RegExp) => expect.objectContaining({ code: 1, stderr: expect.stringMatching(words) })
  const into = (output: string) => ops(['--input', join(folder, 'none.csv'), '--output', output])
  await expect(into(join(folder, 'nowhere', 'out.csv'))).rejects.toEqual(
    refused(/^ops: --output: \S+ cannot be written: no such file or folder\n$/),
  )
  await expect(into(folder)).rejects.toEqual(refused(/^ops: --output: \S+ is a folder\n$/))
  await writeFile(join(folder, 'half.csv.gz'), gzipSync(text).subarray(0, 500))
  await expect(ops(['--input', join(folder, 'half.csv.gz'), '--output', join(folder, 'x')])).rejects.toEqual(
    refused(/^ops: --input: \S+ is not a complete \.gz file\n$/),
  )
})
