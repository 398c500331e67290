import { expect, test } from 'vitest'
import { tradingDay } from '../../time/trading-day.ts'
import { multiplierOf, optionContract, parseInstrument, underlyingOf } from './instrument.ts'

test.each([
  ['SPY', 'SPY', 1],
  ['BRK.B', 'BRK.B', 1],
  ['SPY261218C00600000', 'SPY', 100],
  ['SPY   261218C00600000', 'SPY', 100],
  ['BRKB261218P00412500', 'BRK.B', 100],
  ['BFB261218C00040000', 'BF.B', 100],
  // A thousand times 1.005 lies a little below 1,005 as a double.
  ['SPY261218C00001005', 'SPY', 100],
])('the name %s is parsed', (name, underlying, multiplier) => {
  const instrument = parseInstrument(name)!
  expect([underlyingOf(instrument), multiplierOf(instrument)]).toEqual([underlying, multiplier])
  if (instrument.kind === 'option') {
    expect(instrument.contract).toBe(name.replaceAll(' ', ''))
    expect(optionContract(instrument)).toBe(instrument.contract)
  }
})

test('a contract name holds underlying, expiration, right and strike', () =>
  expect(parseInstrument('BRKB261218P00412500')).toEqual({
    kind: 'option',
    contract: 'BRKB261218P00412500',
    underlying: 'BRK.B',
    expiration: tradingDay('2026-12-18'),
    right: 'put',
    strike: 412.5,
  }))

test.each([
  '',
  'spy',
  'SPY261318C00600000',
  'SPY260230C00600000',
  'SPY261218X00600000',
  'SPY261218C00000000',
  'SPY261218C0060000',
  'CLX1260821C00095000',
  'SPY 261218C00600000 ',
  'GOOGLE261218C00600000',
])('the name %j is rejected', (name) => expect(parseInstrument(name)).toBeNull())
