import { expect, test } from 'vitest'
import type { Fragility } from '../../shared/domain/contract/fragility.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { fragilitySection } from './fragility-section.ts'

const snapshot = {
  score_components: [{ key: 'vix', name: 'VIX', value: '14.5', max: 12, inputs: [{ for: '2026-11-20' }] }],
} as unknown as SignalsSnapshot
const pillar = { pillar: 'volatility', percentile: 61.4, sessions: 252, for: '2026-11-20', reason: null }
const boundary = {
  pillar: 'volatility',
  direction: 'worse',
  measure: 'VIX',
  value: 14.5,
  line: 'caution',
  threshold: 18,
  distance_moves: -3.25,
  regime_now: 'RISK-ON',
  regime_if_crossed: 'CAUTIOUS',
}
const section = (more: object = {}): string =>
  fragilitySection(
    { score: 41.6, rating: 'watch', reason: null, pillars: [pillar], boundaries: [], ...more } as unknown as Fragility,
    snapshot,
  )
const linesOf = (more: object): string[] =>
  section(more)
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .slice(1)

test('the head states the score, or why there is none', () => {
  expect(section()).toContain(
    'Fragility **42 out of 100** (watch); at 100 every pillar is at its worst of the past year.',
  )
  expect(section({ score: null, reason: 'too little' })).toContain('**No fragility score**: too little.')
  expect(section({ score: null })).toContain('**No fragility score**: no reason given.')
  expect(fragilitySection(null, snapshot)).toBe('## Fragility\n\nNo readable fragility was stored with this state.')
})

test.each([
  [{}, 'VIX 14.5: as healthy as or healthier than 61 % of its last 252 sessions'],
  [{ for: '2026-11-19' }, 'VIX 14.5, for 2026-11-19: as healthy as or healthier than 61 % of its last 252 sessions'],
  [
    { for: '2026-11-20T09:45:00-05:00' },
    'VIX 14.5, quoted 2026-11-20 09:45 ET: as healthy as or healthier than 61 % of its last 252 sessions',
  ],
  [{ pillar: 'credit' }, 'Credit, for 2026-11-20: as healthy as or healthier than 61 % of its last 252 sessions'],
  // The rank of the same value is served as 92.5 and reads 93rd percentile elsewhere in the report.
  [{ percentile: 92.460317 }, 'VIX 14.5: as healthy as or healthier than 93 % of its last 252 sessions'],
  [{ percentile: 0.396825 }, 'VIX 14.5: the least healthy of its last 252 sessions'],
  [{ percentile: 100 }, 'VIX 14.5: as healthy as or healthier than all of its last 252 sessions'],
  // 223 and 251 of 252 sessions, rounded as the other sentences of the report do.
  [{ percentile: 88.492063 }, 'VIX 14.5: as healthy as or healthier than 89 % of its last 252 sessions'],
  [{ percentile: 99.603175 }, 'VIX 14.5: as healthy as or healthier than 99 % of its last 252 sessions'],
  [{ percentile: null, reason: 'no value' }, 'Volatility is not ranked: no value'],
  [{ percentile: null }, 'Volatility is not ranked: no reason given'],
])('a pillar %j is a sentence', (more, sentence) => {
  expect(section({ pillars: [{ ...pillar, ...more }] })).toContain(`- ${sentence}`)
})

const WORSE = 'Nearest worse line: VIX 14.50, the caution line at 18.00'
test.each([
  [{}, `${WORSE}, 3.3 usual daily moves away; crossing it would change the pillars' regime from RISK-ON to CAUTIOUS`],
  [
    { distance_moves: null, regime_if_crossed: 'RISK-ON' },
    `${WORSE}; crossing it alone would leave the pillars' regime at RISK-ON`,
  ],
  [
    { distance_moves: null, regime_now: null },
    `${WORSE}; crossing it would change the pillars' regime from none to CAUTIOUS`,
  ],
  [
    { distance_moves: null, regime_if_crossed: null },
    `${WORSE}; crossing it would change the pillars' regime from RISK-ON to none`,
  ],
  [
    { distance_moves: null, regime_now: null, regime_if_crossed: null },
    `${WORSE}; crossing it alone would leave the pillars' regime at none`,
  ],
])('the nearest line %j is a sentence', (more, sentence) => {
  expect(linesOf({ boundaries: [{ ...boundary, ...more }] })).toEqual([`- ${sentence}`])
})

test('of several lines the first on either side is named, the worse one first', () => {
  const better = { ...boundary, direction: 'better', line: 'calm', threshold: 12 }
  const lines = linesOf({ boundaries: [better, boundary, { ...boundary, threshold: 30 }] })
  expect(lines.map((line) => line.slice(0, 45))).toEqual(
    ['- Nearest worse line: VIX 14.50, the caution l', '- Nearest better line: VIX 14.50, the calm lin'].map((line) =>
      line.slice(0, 45),
    ),
  )
  expect(lines[0]).toContain('at 18.00')
})

test('omitted lines of gamma are not reported as calm', () => {
  const gamma = { ...pillar, pillar: 'gamma' }
  const words = '- Lines of dealer gamma are left out while it does not decide the regime; the market status says why'
  expect(section({ pillars: [gamma], boundaries: [boundary] })).toContain(words)
  expect(section({ pillars: [gamma], boundaries: [{ ...boundary, pillar: 'gamma' }] })).not.toContain(words)
  expect(section({ pillars: [gamma], boundaries: [] })).not.toContain(words)
  expect(section({ pillars: [pillar], boundaries: [boundary] })).not.toContain(words)
  expect(section({ pillars: [{ ...gamma, percentile: null }], boundaries: [boundary] })).not.toContain(words)
})
