import { expect, test } from 'vitest'
import { accountValue } from './account-value.ts'

const NOTHING_SHORT = { requiredE4: 0, maintenance: null }

test('equity is exact with cash alone, and unknown when a mark is missing', () => {
  const none = new Map<string, number>()
  expect(accountValue(5, [], none)).toEqual({ equityE4: 5, buyingPowerE4: 5, unmarked: [], ...NOTHING_SHORT })
  expect(accountValue(-5, [], none)).toEqual({ equityE4: -5, buyingPowerE4: 0, unmarked: [], ...NOTHING_SHORT })
  const positions = [
    { instrument: 'SPY', quantity: 2 },
    { instrument: 'QQQ', quantity: 0 },
  ]
  expect(accountValue(5, positions, new Map([['SPY', 10]]))).toEqual({
    equityE4: 25,
    buyingPowerE4: 5,
    unmarked: [],
    ...NOTHING_SHORT,
  })
  expect(accountValue(5, positions, none)).toEqual({
    equityE4: null,
    buyingPowerE4: 5,
    unmarked: ['SPY'],
    ...NOTHING_SHORT,
  })
})

test('a short stock requires 130 % of its mark, and is called when equity falls below 30 % of it', () => {
  const short = [{ instrument: 'SPY', quantity: -10 }]
  const at = (markE4: number) => accountValue(2_000, short, new Map([['SPY', markE4]]))
  expect(at(100)).toEqual({
    equityE4: 1_000,
    requiredE4: 1_300,
    buyingPowerE4: 700,
    unmarked: [],
    maintenance: { requiredE4: 300, excessE4: 700, isCalled: false },
  })
  expect(at(153)).toMatchObject({ buyingPowerE4: 11, maintenance: { requiredE4: 459, excessE4: 11, isCalled: false } })
  expect(at(154)).toMatchObject({ buyingPowerE4: 0, maintenance: { requiredE4: 462, excessE4: -2, isCalled: true } })
  expect(accountValue(2_000, short, new Map())).toEqual({
    equityE4: null,
    requiredE4: null,
    buyingPowerE4: null,
    maintenance: null,
    unmarked: ['SPY'],
  })
})

test('an option needs a mark for equity but not for its requirement; with an unlimited loss buying power is 0', () => {
  const put = [{ instrument: 'SPY261218P00000001', quantity: -1 }]
  expect(accountValue(5_000, put, new Map())).toMatchObject({ equityE4: null, requiredE4: 1_000, buyingPowerE4: 4_000 })
  const call = [{ instrument: 'SPY261218C00000001', quantity: -1 }]
  expect(accountValue(5_000, call, new Map([['SPY261218C00000001', 9]]))).toMatchObject({
    equityE4: 4_991,
    requiredE4: null,
    buyingPowerE4: 0,
    maintenance: null,
  })
})
