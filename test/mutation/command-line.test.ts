import { expect, test } from 'vitest'
import { AREAS, areaOf } from './areas.ts'
import { readCommand } from './command-line.ts'
import { areaLines } from './report.ts'
import type { Verdict } from './try-mutants.ts'

test('paths and options are read, and an option that is not given has its default', () => {
  const named = [
    'shared/time',
    'api/app.ts',
    '--max',
    '5',
    '--seed',
    '7',
    '--unit',
    '2',
    '--integration',
    '0',
    '--list',
  ]
  expect(readCommand([...named, '--tests', 'a.test.ts', '--tests', 'b.test.ts'])).toEqual({
    paths: ['shared/time', 'api/app.ts'],
    areas: [],
    tests: ['a.test.ts', 'b.test.ts'],
    max: 5,
    seed: 7,
    unit: 2,
    integration: 0,
    lists: true,
  })
  const { seed, ...rest } = readCommand(['shared'])
  expect(rest).toEqual({ paths: ['shared'], areas: [], tests: [], unit: 6, integration: 3, max: 20, lists: false })
  expect(Number.isInteger(seed)).toBe(true)
})

test('areas are named one by one, or all at once', () => {
  expect(readCommand(['--area', 'money', '--area', 'API']).areas).toEqual(['money', 'API'])
  expect(readCommand(['--area', 'all']).areas).toEqual(AREAS)
})

test.each([
  [[]],
  [['--area', 'moon']],
  [['shared', '--area', 'money']],
  [['shared', '--max', '-1']],
  [['shared', '--seed', 'x']],
  [['shared', '--maximum', '3']],
])('the arguments %j are refused', (args) => {
  expect(() => readCommand(args)).toThrow(expect.objectContaining({ kind: 'invalid' }))
})

test.each([
  ['pipeline/gamma/walls.ts', 'maths'],
  ['pipeline/sources/cot.ts', 'sources'],
  ['api/stream/frame.ts', 'streams'],
  ['api/streams.ts', 'API'],
  ['ops/main.ts', 'other'],
])('%s belongs to the area %s', (path, area) => {
  expect(areaOf(path)).toBe(area)
})

test('each area has a score of its own', () => {
  const verdict = (path: string, outcome: Verdict['outcome']): Verdict => ({
    mutant: { path, line: 1, before: '', after: '', start: 0, end: 0, replacement: '' },
    outcome,
    by: null,
    ran: [],
    ms: 1,
  })
  const lines = areaLines([
    verdict('shared/time/clock.ts', 'killed'),
    verdict('api/app.ts', 'survived'),
    verdict('api/app.ts', 'refused'),
    verdict('shared/time/eastern.ts', 'untested'),
  ])
  expect(lines.map((line) => line.replace(/ {2,}/, ' '))).toEqual([
    'time 1 of 2 killed (50 %), 0 of them by a timeout; 0 survived, 1 are reached by no test; the compiler refused 0 more',
    'API 0 of 1 killed (0 %), 0 of them by a timeout; 1 survived, 0 are reached by no test; the compiler refused 1 more',
  ])
})
