import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { gammaLevelsCard } from './gamma-levels.ts'
import { gammaRailCard } from './gamma-rail.ts'

type Given = Parameters<typeof gammaRailCard>[0]

const wall = { key: 'call_wall', price: 680, side: 'above', distance: 8, distance_percent: 1.2, distance_moves: 2 }
const known = (pair: [number, number] | null, label: string) =>
  ({
    value: {
      spot: 672,
      spot_from: null,
      inputs: [],
      underlying: 'SPY',
      gamma_sign: null,
      expected_move: null,
      expected_move_covers: null,
      levels_session: '2026-11-20',
      levels: [
        { ...wall, label, pair },
        { ...wall, key: 'spot', label: 'SPY', price: 672, side: 'at' },
      ],
      missing: [],
      ticks: [{ price: 680, keys: ['call_wall'], label, position: 0.5, tier: 0 }],
      axis: { low: 660, high: 690 },
      reason: null,
    },
    reason: null,
    staleSeconds: null,
  }) as unknown as Given

it('a wall that nearly ties names both strikes on the rail and in the table, and the rail explains that', () => {
  const words = 'is nearly tied with them: any of them may be the wall in the next cycle'
  const [tied, alone] = [known([680, 685], 'call wall or 685'), known(null, 'call wall')]
  const shown = gammaRailCard(tied, 7)
  expect(shown).toContain('call wall or 685')
  expect(shown).toContain(words)
  expect(gammaLevelsCard(tied)).toContain('<th scope="row">call wall or 685</th>')
  expect(shown).not.toContain('alternates')
  expect(gammaRailCard(alone, 7)).not.toContain(words)
})

it.each([
  [
    'chain',
    '2026-11-20T09:44:59-05:00',
    918,
    'SPY 672.00 at <time datetime="2026-11-20T09:44:59-05:00">Fri 20 Nov 2026, 09:44 ET</time>, 15 minutes old when it was read',
  ],
  [
    'quote',
    '2026-11-20T09:35:00-05:00',
    60,
    'SPY 672.00 at <time datetime="2026-11-20T09:35:00-05:00">Fri 20 Nov 2026, 09:35 ET</time>, 60 seconds old when',
  ],
  ['close', '2026-11-19', null, 'SPY 672.00, close of 19 Nov 2026'],
])('the price of a %s says of when it is', (from, at, age, words) => {
  const { value, ...rest } = known(null, 'call wall')
  const rail = { ...value, spot_from: from, inputs: [{ series: 'spy_chain', for: at, age_seconds: age }] }
  expect(gammaRailCard({ ...rest, value: rail } as unknown as Given, 7)).toContain(words)
})

const example = readExample<NonNullable<Given['value']>>(import.meta.url, '../../signals/gamma-rail-example.json')
const railWith = (changes: object) =>
  ({ value: { ...example, ...changes }, reason: null, staleSeconds: null }) as unknown as Given

it('the rail shows its price, the sign of gamma, its band, and the chain of its levels', () => {
  expect(textOf(gammaRailCard(railWith({}), 7))).toBe(
    'Gamma rail SPY 668.92 at Fri 20 Nov 2026, 09:44 ET, 15 minutes old when it was read; dealers dampen moves figures The ' +
      'band is one standard deviation until the close: 3.71 dollars. Levels that round to one dollar share a label. ' +
      'Levels from the option chain of 20 Nov 2026. Not known: AI flip (no scheduled verdict has been written yet).',
  )
})

it.each([
  [{ expected_move_covers: 'next_session' }, 'one standard deviation of the next session: 3.71 dollars.'],
  [{ expected_move: null }, 'figures Levels that round'],
  [{ gamma_sign: 'negative' }, 'was read; dealers amplify moves figures'],
  [{ gamma_sign: 'uncertain' }, 'was read; whether dealers dampen or amplify moves is uncertain figures'],
  [{ gamma_sign: null }, 'was read figures'],
  [{ spot: null }, 'SPY price unknown; dealers'],
  [{ inputs: [] }, 'Gamma rail SPY 668.92; dealers'],
  [{ levels_session: null }, 'Levels from the option chain of no session.'],
  [{ ticks: [], reason: 'no chain is known' }, 'figures No chain is known.'],
  [{ axis: null, reason: null }, 'figures No level is known.'],
  [
    {
      missing: [
        { key: 'ai_flip', reason: 'no verdict' },
        { key: 'put_wall', reason: 'no chain' },
      ],
    },
    'Not known: AI flip (no verdict); put wall (no chain).',
  ],
])('a rail of %j says so', (changes, words) => {
  expect(textOf(gammaRailCard(railWith(changes), 12))).toContain(words)
})

it('the table of levels shows the distance of each in dollars, percent and expected moves', () => {
  const text = textOf(gammaLevelsCard(railWith({})))
  expect(text).toContain(
    'Levels Level Price Away Percent Moves high of the expected move 672.63 +3.71 +0.6 % +1.0 call wall',
  )
  expect(text).toContain('max pain 660.00 −8.92 −1.3 % −2.4 50-day average')
  const bare = [{ ...wall, label: 'call wall', distance: null, distance_percent: null, distance_moves: null }]
  expect(textOf(gammaLevelsCard(railWith({ levels: bare })))).toContain('call wall 680.00 unknown unknown unknown Away')
  expect(textOf(gammaLevelsCard(railWith({ levels: [], reason: null })))).toBe('Levels figures No level is known.')
  expect(textOf(gammaLevelsCard(railWith({ levels: [], reason: 'no chain' })))).toBe('Levels figures No chain.')
})
