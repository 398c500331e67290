import { expect, test } from 'vitest'
import { AREAS, areaOf } from './areas.ts'
import { readCommand } from './command-line.ts'

test('paths and options are read, and what is not named has its default', () => {
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
