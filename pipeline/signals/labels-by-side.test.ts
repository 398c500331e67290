import { expect, test } from 'vitest'
import { marketInputs, type Wish } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import { readComponents } from './read-components.ts'

type Last = NonNullable<Wish['last']>

function labelOf(key: SignalKey, last: Last): string {
  const readings = readComponents(marketInputs('2026-11-20', '10:00', { whole: true, last }))
  const { reading } = readings.find(({ component }) => component.key === key)!
  return reading.status === 'ready' ? reading.label : reading.reason
}

/**
 * A level away from the middle is classified by its side: too much of something is a different state from too little.
 */
test.each<[SignalKey, Last, string]>([
  ['aaii', { aaii_bullish: 0.41, aaii_bearish: 0.29 }, 'Euphoria'],
  ['aaii', { aaii_bullish: 0.15, aaii_bearish: 0.6 }, 'Despair'],
  ['breakevens', { t10yie: 3.4, t5yie: 3.6 }, 'Inflation scare'],
  ['breakevens', { t10yie: 2.8, t5yie: 2.9 }, 'Inflation pressure'],
  ['breakevens', { t10yie: 2.55, t5yie: 2.6 }, 'Inflation priced high'],
  ['breakevens', { t10yie: 1.5, t5yie: 1.45 }, 'Inflation priced low'],
  ['breakevens', { t10yie: 1, t5yie: 0.8 }, 'Deflation scare'],
  ['cot', { cot_es_noncommercial_net: 200_000 }, 'Crowded longs'],
  ['cot', { cot_es_noncommercial_net: 20_000 }, 'Speculators long'],
  ['cot', { cot_es_noncommercial_net: -90_000 }, 'Speculators short'],
  ['cot', { cot_es_noncommercial_net: -300_000 }, 'Crowded shorts'],
  ['oil', { wti: 100 }, 'Oil shock'],
  ['oil', { wti: 72 }, 'Oil rising fast'],
  ['oil', { wti: 69 }, 'Oil climbing'],
  ['oil', { wti: 66 }, 'Oil edging up'],
  ['oil', { wti: 62 }, 'Steady oil'],
  ['oil', { wti: 58 }, 'Oil slipping'],
  ['oil', { wti: 52 }, 'Oil falling fast'],
  ['oil', { wti: 30 }, 'Oil collapse'],
])('%s at %j is called %s', (key, last, label) => {
  expect(labelOf(key, last)).toBe(label)
})
