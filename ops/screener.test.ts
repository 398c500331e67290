import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { noiseWorld, worldInput } from '../harness/fixtures/screener-world.ts'
import { screenerCommand } from './screener.ts'

const { table, sectors } = worldInput(noiseWorld({ seed: 9, tickers: 12, sessions: 330 }))
const shown = (value: number): string => value.toFixed(4)

const closesOf = (sessions: number): string =>
  [
    ['date', ...table.tickers, 'SPY'].join(','),
    ...table.days
      .slice(0, sessions)
      .map((day, at) => [day, ...[...table.columns, table.benchmark].map(({ close }) => shown(close[at]!))].join(',')),
    '',
  ].join('\n')

const FILES = {
  'closes.csv': closesOf(330),
  'short.csv': closesOf(300),
  'members.csv': `ticker,start_date,end_date\n${table.tickers.map((ticker) => `${ticker},2000-01-03,`).join('\n')}\n`,
  'sectors.csv': `ticker,sector\n${[...sectors].map((row) => row.join(',')).join('\n')}\n`,
  'history.csv': `series,date,value\n${table.days.map((day, at) => `vix_close,${day},${15 + (at % 7)}`).join('\n')}\n`,
}

async function run(options: Record<string, string>, files: Record<string, string> = FILES): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'screener-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const all: Record<string, string> = {
    closes: 'closes.csv',
    members: 'members.csv',
    history: 'history.csv',
    ...options,
  }
  const args = Object.entries(all).flatMap(([name, value]) => [
    `--${name}`,
    value in files ? join(folder, value) : value,
  ])
  const output = join(folder, 'out.jsonl')
  await screenerCommand({}, () => {}).parseAsync([...args, '--output', output], { from: 'user' })
  return await readFile(output, 'utf8')
}

test('ops screener writes every kind of line, and a longer file begins with the lines of a shorter one', async () => {
  const long = (await run({ sectors: 'sectors.csv' })).split('\n').slice(0, -3)
  const short = (await run({ sectors: 'sectors.csv', closes: 'short.csv' })).split('\n').slice(0, -3)
  expect(short.length).toBeGreaterThan(100)
  expect(long.slice(0, short.length)).toEqual(short)
  const until = (await run({ sectors: 'sectors.csv', to: table.days[299]! })).split('\n')
  expect(until.slice(0, -3)).toEqual(short)
  const closing = until.slice(-3, -1).map((line) => JSON.parse(line))
  expect(closing.map(({ kind }) => kind)).toEqual(['calibration', 'gauntlet'])
  expect(closing[0].by_archetype).toHaveLength(8)
  const kinds = new Set(long.map((line) => JSON.parse(line).kind))
  expect([...kinds].toSorted()).toEqual(['episode', 'exit', 'lock', 'note', 'outcome', 'run', 'trust'])
})

test('--from moves the first run and leaves the indicators warm', async () => {
  const lines = (await run({ from: table.days[280]! }))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
  expect(lines.find(({ kind }) => kind === 'run').at).toContain(table.days[280])
  expect(lines.filter(({ kind }) => kind === 'episode').length).toBeGreaterThan(0)
})

test.each([
  [{ 'closes.csv': 'day,ABC\n' }, {}, 'closes.csv line 1: the columns must be date and one per symbol'],
  [{ 'closes.csv': 'date,ABC,ABC\n' }, {}, 'a symbol has two columns'],
  [{ 'closes.csv': 'date,ABC\nMonday,1\n' }, {}, 'line 2: "Monday" is not a date'],
  [{ 'closes.csv': 'date,ABC\n2026-03-02,1,2\n' }, {}, 'not a CSV whose lines have the columns of the first'],
  [{ 'members.csv': 'name\n' }, {}, 'members.csv line 1: the columns must be ticker,start_date,end_date'],
  [{ 'closes.csv': 'date,ABC\n2026-03-02,1\n' }, {}, 'no close of SPY'],
  [{}, { from: 'May' }, '--from must be a date'],
  [{ 'bars.csv': 'date,symbol,close\n' }, { bars: 'bars.csv' }, 'bars.csv line 1: no column open, high, low'],
])('ops screener names what it cannot read: %o %o', async (files, options, words) => {
  await expect(run(options as Record<string, string>, { ...FILES, ...(files as object) })).rejects.toThrow(words)
})
