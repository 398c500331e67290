import { expect, test } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { pairsOf } from './strike-pair.ts'

const contract = (strike: number, right: 'call' | 'put') => ({ strike, right }) as OptionContract

test('contracts are paired by strike, ascending, and one without its other side stays single', () => {
  const [call, put, low, high] = [
    contract(650, 'call'),
    contract(650, 'put'),
    contract(95, 'put'),
    contract(700, 'call'),
  ]
  expect(pairsOf([high, put, low, call])).toEqual([
    { strike: 95, call: null, put: low },
    { strike: 650, call, put },
    { strike: 700, call: high, put: null },
  ])
})
