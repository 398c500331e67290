import { expect, it } from 'vitest'
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

it('a wall that nearly ties names both strikes on the rail and in the table, and the rail says what that means', () => {
  const words = 'is nearly tied with them: each may be the wall in the next cycle'
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
