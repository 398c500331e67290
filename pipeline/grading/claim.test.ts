import { expect, it } from 'vitest'
import { parseClaims } from './claim.ts'

const CLAIMS = {
  risk_band: { kind: 'risk_band', band: 'low', rate: 0.1 },
  magnitude: { kind: 'magnitude', class: 'small', p_small: 0.5, p_normal: 0.3, p_big: 0.2 },
  direction: { kind: 'direction', horizon: '3d', label: 'up', confidence: 3 },
  trade_idea: { kind: 'trade_idea', underlying: 'xyz', profit_direction: 'up', horizon: 4 },
}
const lineOf = (kind: keyof typeof CLAIMS, changes: object = {}) =>
  JSON.stringify({ id: 'a', as_of: '2016-01-04', ...CLAIMS[kind], ...changes })

/** Returns what is wrong with a line, or nothing. */
function wrongWith(line: string): string | null {
  try {
    parseClaims(line, 'c')
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['a date in the first year of the calendar', 'risk_band', { as_of: '1951-01-02' }, true],
  ['a date before it', 'risk_band', { as_of: '1950-12-29' }, false],
  ['a date in the last year', 'risk_band', { as_of: '2148-12-31' }, true],
  ['a date after it', 'risk_band', { as_of: '2149-01-01' }, false],
  ['a chance of nothing and of all', 'risk_band', { rate: 1 }, true],
  ['a chance above all', 'risk_band', { rate: 1.001 }, false],
  ['chances that sum to one but for a hundredth', 'magnitude', { p_big: 0.209 }, true],
  ['chances that sum to more', 'magnitude', { p_big: 0.211 }, false],
  ['chances that sum to less', 'magnitude', { p_big: 0.189 }, false],
  ['the least confidence', 'direction', { confidence: 1 }, true],
  ['the most confidence', 'direction', { confidence: 5 }, true],
  ['no confidence', 'direction', { confidence: 0 }, false],
  ['more than the most', 'direction', { confidence: 6 }, false],
  ['a horizon of a year', 'trade_idea', { horizon: 252 }, true],
  ['a longer one', 'trade_idea', { horizon: 253 }, false],
  ['no horizon', 'trade_idea', { horizon: 0 }, false],
  ['a number as its id', 'trade_idea', { id: 7 }, true],
  ['an empty id', 'trade_idea', { id: '' }, false],
] as const)('a claim with %s may be read or not', (_, kind, changes, isRead) => {
  expect(wrongWith(lineOf(kind, changes)) === null).toBe(isRead)
})

it('an underlying is read in capitals and an id as text', () => {
  expect(parseClaims(lineOf('trade_idea', { id: 7 }), 'c')).toMatchObject([{ id: '7', underlying: 'XYZ' }])
})

it('a line has at most 20,000 characters', () => {
  const padded = (length: number) => lineOf('risk_band').padEnd(length)
  expect([wrongWith(padded(20_000)), wrongWith(padded(20_001))]).toEqual([
    null,
    'c line 1: longer than 20000 characters',
  ])
})

it('an id occurs once for each kind and each horizon', () => {
  const same = [lineOf('direction'), lineOf('direction', { horizon: '5d' }), lineOf('risk_band')]
  expect(parseClaims(same.join('\n'), 'c')).toHaveLength(3)
  expect(wrongWith([...same, lineOf('direction', { label: 'down' })].join('\n'))).toBe(
    'c line 4: its id stands twice for its kind',
  )
})

it('ten wrong lines are named, and the others counted', () => {
  const wrong = (lines: number) => wrongWith(Array(lines).fill('{').join('\n'))!.split('\n')
  expect(wrong(10)).toHaveLength(10)
  expect(wrong(11).slice(9)).toEqual(['c line 10: not a JSON object', '… and 1 more line'])
  expect(wrong(13).at(-1)).toBe('… and 3 more lines')
})
