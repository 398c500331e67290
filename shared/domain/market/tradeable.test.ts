import { expect, test } from 'vitest'
import { symbolOf } from './tradeable.ts'

test.each([
  ['spy', 'SPY'],
  [' Brk.b ', 'BRK.B'],
  ['brk-b', 'BRK.B'],
  ['BRK/B', 'BRK.B'],
  ['BRK B', 'BRK.B'],
  // Longer texts are no class shares: a padded name of a contract keeps its spaces.
  ['SPY   261218C00600000', 'SPY   261218C00600000'],
  ['BRK-BB', 'BRK-BB'],
])('%j means %j', (text, symbol) => expect(symbolOf(text)).toBe(symbol))
