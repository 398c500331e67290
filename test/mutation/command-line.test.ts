import { expect, test } from 'vitest'
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
    tests: ['a.test.ts', 'b.test.ts'],
    max: 5,
    seed: 7,
    unit: 2,
    integration: 0,
    lists: true,
  })
  const { seed, ...rest } = readCommand(['shared'])
  expect(rest).toEqual({ paths: ['shared'], tests: [], unit: 6, integration: 3, max: 20, lists: false })
  expect(Number.isInteger(seed)).toBe(true)
})

test.each([[[]], [['shared', '--max', '-1']], [['shared', '--seed', 'x']], [['shared', '--maximum', '3']]])(
  'the arguments %j are refused',
  (args) => {
    expect(() => readCommand(args)).toThrow(expect.objectContaining({ kind: 'invalid' }))
  },
)
