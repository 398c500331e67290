import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sessionsBetween } from '../shared/time/calendar.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { gradeCommand } from './grade.ts'

const DAYS = sessionsBetween(tradingDay('2015-01-02'), tradingDay('2016-12-30'))
const BARS = `date,symbol,open,high,low,close\n${DAYS.map((day, at) => `${day},SPY,1,1,1,${100 + Math.sin(at)}`).join('\n')}\n`
const CLAIMS = '{"id": 1, "as_of": "2016-06-01", "kind": "risk_band", "band": "low", "rate": 0.25}\n'

async function run(files: Record<string, string>, ...args: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'grade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  const output: string[] = []
  const placed = args.map((arg) => (arg in files ? join(folder, arg) : arg))
  await gradeCommand({}, (text) => output.push(text)).parseAsync(placed, { from: 'user' })
  return output.join('\n')
}

test('ops grade prints every kind, with what is pending at a date', async () => {
  const files = { 'claims.jsonl': CLAIMS, 'bars.csv': BARS }
  const args = ['--claims', 'claims.jsonl', '--bars', 'bars.csv']
  const graded = JSON.parse(await run(files, ...args))
  expect(Object.keys(graded)).toEqual(['risk_band', 'magnitude', 'direction', 'trade_idea'])
  expect(Object.keys(graded.direction)).toEqual(['1d', '3d', '5d'])
  expect(graded.risk_band).toEqual({
    verdict: 'insufficient_data',
    n: 1,
    n_effective: 1,
    n_needed: 60,
    rate: 0,
    base_rate: 0,
    score: 0.0625,
    skill: null,
    interval: null,
    pending: 0,
    unresolved: 0,
  })
  const early = JSON.parse(await run(files, ...args, '--as-of', '2016-06-28'))
  expect(early.risk_band).toMatchObject({ n: 0, pending: 1 })
  const twin = JSON.parse(await run({ ...files, 'twin.jsonl': CLAIMS }, ...args, '--twin', 'twin.jsonl'))
  expect(twin.twin.risk_band).toMatchObject({ n: 1, score: 0.0625, twin_score: 0.0625 })
})

test.each([
  [{ 'claims.jsonl': 'x\n', 'bars.csv': BARS }, [], 'claims.jsonl line 1: not a JSON object'],
  [{ 'claims.jsonl': CLAIMS, 'bars.csv': 'date,symbol,close\n2016-01-04,SPY,-1\n' }, [], 'bars.csv line 2: close: '],
  [{ 'claims.jsonl': CLAIMS, 'bars.csv': BARS }, ['--as-of', 'June'], '--as-of must be a date'],
] as const)('ops grade names what it cannot read', async (files, more, words) => {
  await expect(run(files, '--claims', 'claims.jsonl', '--bars', 'bars.csv', ...more)).rejects.toThrow(words)
})
