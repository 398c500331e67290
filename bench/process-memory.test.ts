import { expect, test } from 'vitest'
import { readPs, treeOf } from './process-memory.ts'

const PS = `    1     0   2048 /sbin/init
   10     1 102400 npm start
   11    10   1024 sh -c node start/main.ts
   12    11 204800 node start/main.ts
   13    12  51200 /pg/bin/postgres -D /tmp/a b/pg
   14    13   5120 postgres: market market 127.0.0.1(40120) idle
   20     1   9999 node start/main.ts
`

test('a line of ps gives megabytes and the whole command', () => {
  const all = readPs(PS)
  expect(all).toHaveLength(7)
  expect(all[4]).toEqual({ pid: 13, parent: 12, rssMb: 50, command: '/pg/bin/postgres -D /tmp/a b/pg' })
  expect(readPs('')).toEqual([])
})

test('a process tree holds all descendants and no other process', () => {
  expect(treeOf(10, readPs(PS)).map(({ pid }) => pid)).toEqual([10, 11, 12, 13, 14])
  expect(treeOf(99, readPs(PS))).toEqual([])
})
