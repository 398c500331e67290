import { expect, test } from 'vitest'
import { searchTickers } from './ticker-search.ts'
import type { Ticker } from './universe.ts'

const ticker = (symbol: string, name: string | null): Ticker => ({ symbol, name, sector: null, kind: 'stock' })
const TICKERS = [
  ticker('MSFT', 'Microsoft'),
  ticker('AMD', 'Advanced Micro Devices'),
  ticker('MU', 'Micron Technology'),
  ticker('SMCI', 'Super Micro Computer'),
  ticker('MCHP', 'Microchip Technology'),
  ticker('M', null),
  ticker('BRK.B', 'Berkshire Hathaway'),
]
const found = (text: string) => searchTickers(TICKERS, text).map(({ symbol }) => symbol)

test.each([
  ['m', ['M', 'MCHP', 'MSFT', 'MU', 'AMD', 'SMCI']],
  ['mu', ['MU']],
  ['micro', ['AMD', 'MCHP', 'MSFT', 'MU', 'SMCI']],
  [' micro d', ['AMD']],
  ['soft', ['MSFT']],
  ['brk-b', ['BRK.B']],
  ['xyz', []],
])('%s finds %j', (text, symbols) => expect(found(text)).toEqual(symbols))
