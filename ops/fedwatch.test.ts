import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { opsProgram } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'fedwatch-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** Runs `ops fedwatch` and returns what it printed. */
async function fedwatch(...args: string[]): Promise<{ meetings: Record<string, unknown>[]; path_ends: unknown }> {
  const printed: string[] = []
  const program = await opsProgram({}, (text) => printed.push(text))
  await program.parseAsync(['fedwatch', ...args], { from: 'user' })
  return JSON.parse(printed.join('\n'))
}

/** October has no meeting and averages 3.88; November's meeting is on the 5th, December has none. */
const FUTURES = file(
  'futures.csv',
  ['date,symbol,close', '2026-10-01,ZQV26,96.12', '2026-10-01,ZQX26,96.22', '2026-10-01,ZQZ26,96.245', ''].join('\n'),
)
const MEETINGS = file('meetings.txt', '2026-11-05\n2027-01-27\n')
const asked = ['--futures', FUTURES, '--on', '2026-10-01', '--meetings', MEETINGS]

describe('ops fedwatch', () => {
  it('prints the odds of each meeting from the closes of a day', async () => {
    const { meetings } = await fedwatch(...asked, '--target', '3.75')
    // From October's 3.88 to December's 3.755 is half of a step of 25 bp; January has no contract.
    expect(meetings).toEqual([
      {
        date: '2026-11-05',
        start: 3.88,
        end: 3.755,
        steps: { '-25': 0.5, '0': 0.5 },
        cumulative: { '-25': 0.5, '0': 0.5 },
        ranges: expect.any(Array),
        status: 'anchored',
      },
    ])
  })

  it('reads no unscheduled decision with foresight, and takes the effective rate after one', async () => {
    const futures = file(
      'march.csv',
      ['2020-02-28,ZQH20,98.62', '2020-02-28,ZQJ20,98.83', '2020-02-28,ZQK20,98.95']
        .concat(['2020-03-10,ZQH20,99.05', '2020-03-10,ZQJ20,99.68', '2020-03-10,ZQK20,99.78'])
        .join('\n'),
    )
    const days = file('hindsight.txt', '2020-01-29\n2020-03-03\n2020-03-15\n2020-04-29\n2020-06-10\n')
    const on = (day: string, ...more: string[]) =>
      fedwatch('--futures', futures, '--on', day, '--meetings', days, ...more)
    const { meetings } = await on('2020-02-28')
    expect(meetings[0]).toMatchObject({ date: '2020-03-18', steps: { '-25': 0.5818, '-50': 0.4182 } })
    const without = await on('2020-03-10')
    expect(without).toEqual({ ...without, meetings: [], path_ends: expect.stringContaining('2020-03-03 is in its') })
    const { meetings: after } = await on('2020-03-10', '--effective', '1.09')
    expect(after[0]).toMatchObject({ date: '2020-03-18', start: 1.09, steps: { '-75': 0.9338, '-100': 0.0662 } })
  })

  it.each([
    ['a day without closes', ['--futures', FUTURES, '--on', '2026-10-02'], '--futures has no close of 2026-10-02'],
    ['a date that is none', ['--futures', FUTURES, '--on', '2026-13-02'], '--on'],
    ['a target that is no rate', [...asked, '--target', 'x'], '--target must be a rate in percent'],
    ['an effective rate that is none', [...asked, '--effective', ''], '--effective must be a rate in percent'],
    [
      'a symbol that is none',
      ['--futures', file('bad.csv', 'date,symbol,close\n2026-10-01,ZZV26,96\n'), '--on', '2026-10-01'],
      'ZZV26 is not a symbol',
    ],
  ])('refuses %s in one sentence', async (_, args, sentence) => {
    await expect(fedwatch(...args)).rejects.toThrow(sentence)
  })
})
