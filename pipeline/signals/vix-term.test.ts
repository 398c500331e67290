import { expect, it } from 'vitest'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { vixTerm } from './vix-term.ts'

const at = (vix: number, vix3m: number) => {
  const quote = (symbol: 'VIX' | 'VIX3M', price: number) => ({ ...CALM_DAY.quotes[symbol]!, price })
  return vixTerm.read({
    ...CALM_DAY,
    quotes: { ...CALM_DAY.quotes, VIX: quote('VIX', vix), VIX3M: quote('VIX3M', vix3m) },
  })
}

it.each([
  [24.5, 25, 'Nearly inverted'],
  [25, 25, 'Backwardation'],
  [27, 25, 'Backwardation'],
])('VIX %s over VIX3M %s, both adverse, reads %s: backwardation begins at 1', (vix, vix3m, label) => {
  expect(at(vix, vix3m)).toMatchObject({ level: 'adverse', label })
})
