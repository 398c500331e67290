import { expect, it } from 'vitest'
import { gammaLevelsCard } from './gamma-levels.ts'
import { gammaRailCard } from './gamma-rail.ts'

type Given = Parameters<typeof gammaRailCard>[0]

const wall = { key: 'call_wall', price: 680, side: 'above', distance: 8, distance_percent: 1.2, distance_moves: 2 }
const known = (pair: [number, number] | null, label: string) =>
  ({
    value: {
      spot: 672,
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
