import { expect, test } from 'vitest'
import type { Rig } from './rig.ts'
import type { LimitRow, LimitsRow, PlainRow, RatioRow } from './row.ts'
import { interleave, runRow } from './run-row.ts'

/** The rows in these tests read only the number of rounds. */
const rig = { rounds: 5, quick: false, profiles: null } as Rig

const ratioRow = (ours: number[], ceiling: number[]): RatioRow => ({
  kind: 'ratio',
  id: 'a',
  figure: 'reads',
  unit: 'req/s',
  better: 'higher',
  ceiling: 'bare',
  goal: 0.9,
  open: async () => ({
    ours: async () => ours.shift()!,
    ceiling: async () => ceiling.shift()!,
    note: () => '8 bytes',
  }),
})

test('the two sides take turns to begin a round', async () => {
  const order: string[] = []
  const side = (name: string, value: number) => async () => {
    order.push(name)
    return value
  }
  const pairs = await interleave({ ours: side('a', 1), ceiling: side('b', 2) }, 3)
  expect(order.join('')).toBe('abbaab')
  expect(pairs).toEqual(Array.from({ length: 3 }, () => ({ ours: 1, ceiling: 2 })))
})

test('a ratio row shows medians of five rounds and its goal', async () => {
  const [line] = await runRow(ratioRow([80, 90, 95, 85, 99], [100, 100, 100, 100, 100]), rig)
  expect(line).toEqual({
    row: 'a',
    figure: 'reads',
    unit: 'req/s',
    value: 90,
    ceiling: 100,
    ratio: 0.9,
    spread: [0.8, 0.99],
    spreadOf: 'ratio',
    goal: 'ratio >= 0.9',
    met: true,
    note: 'ceiling: bare; 8 bytes',
  })
})

test('a ratio below its goal is missed, and without a goal neither met nor missed', async () => {
  const low = () => ratioRow([8, 8, 8, 8, 8], [10, 10, 10, 10, 10])
  expect((await runRow(low(), rig))[0]).toMatchObject({ ratio: 0.8, met: false })
  expect((await runRow({ ...low(), goal: null }, rig))[0]).toMatchObject({ goal: null, met: null })
})

test('a limits row compares the median of each figure with its own limit, and shows its ceiling', async () => {
  const pairs = [
    { ours: 30, ceiling: 10 },
    { ours: 20, ceiling: 10 },
    { ours: 10, ceiling: 10 },
  ]
  const row: LimitsRow = {
    kind: 'limits',
    id: 'a',
    measure: async () => [
      { figure: 'fast enough', unit: 'ms', limit: 20, pairs, note: 'one' },
      { figure: 'too slow', unit: 'ms', limit: 19, pairs, note: '' },
    ],
  }
  const [met, missed] = await runRow(row, rig)
  expect(met).toEqual({
    row: 'a',
    figure: 'fast enough',
    unit: 'ms',
    value: 20,
    ceiling: 10,
    ratio: 0.5,
    spread: [1 / 3, 1],
    spreadOf: 'ratio',
    goal: '<= 20 ms',
    met: true,
    note: 'one',
  })
  expect(missed).toMatchObject({ value: 20, goal: '<= 19 ms', met: false })
})

test('a limit row compares the 95th percentile and shows the spread of the samples', async () => {
  const values = Array.from({ length: 101 }, (_, at) => at)
  const row: LimitRow = {
    kind: 'limit',
    id: 'b',
    figure: 'wait',
    unit: 'ms',
    limit: 100,
    sample: async () => ({ values }),
  }
  expect((await runRow(row, rig))[0]).toMatchObject({
    figure: 'wait, p95',
    value: 95,
    ceiling: 100,
    ratio: 0.95,
    spread: [0, 100],
    spreadOf: 'value',
    goal: 'p95 <= 100 ms',
    met: true,
    note: 'p50 50 ms, 101 samples',
  })
  expect((await runRow({ ...row, limit: 94 }, rig))[0]).toMatchObject({ met: false })
})

test('plain figures show their median without ceiling or goal', async () => {
  const figures = [
    { figure: 'start', unit: 's', values: [3, 1, 2] },
    { figure: 'size', unit: 'MB', values: [7], note: 'all of it' },
  ]
  const row: PlainRow = { kind: 'plain', id: 'c', measure: async () => figures }
  expect(await runRow(row, rig)).toMatchObject([
    { row: 'c', figure: 'start', value: 2, ceiling: null, ratio: null, spread: [1, 3], met: null, note: '' },
    { row: 'c', figure: 'size', value: 7, spread: [7, 7], note: 'all of it' },
  ])
})
