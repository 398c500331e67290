import { describe, expect, test } from 'vitest'
import { wrongArgumentRules } from './argument-rules.ts'
import { TOOLS } from './tools.ts'

function rulesOf(name: string, given: unknown): Record<string, string> {
  const tool = TOOLS.find((each) => each.name === name)!
  const { error } = tool.input.safeParse(given)
  return error ? Object.fromEntries(wrongArgumentRules(tool, given, error)) : {}
}

const BYTES = 'must be a whole number from 500 to 60000'
const ORDER = { symbol: 'SPY', side: 'buy', quantity: 1 }
const LEGS = 'must be a list of 2 to 4 objects'
const leg = { contract: 'SPY261218C00690000', side: 'buy' }

describe('a wrong argument is named with what it must be', () => {
  test.each<[string, string, unknown, Record<string, string>]>([
    ['a text in place of a list', 'get_quotes', { symbols: 'SPY' }, { symbols: 'must be a list of 1 to 10 texts' }],
    ['an empty list', 'get_quotes', { symbols: [] }, { symbols: 'must be a list of 1 to 10 texts' }],
    [
      'too long a list',
      'get_quotes',
      { symbols: Array(11).fill('SPY') },
      { symbols: 'must be a list of 1 to 10 texts' },
    ],
    ['a number in a list of texts', 'get_quotes', { symbols: ['SPY', 7] }, { 'symbols.1': 'must be a text' }],
    ['nothing', 'get_quotes', {}, { symbols: 'must be sent: a list of 1 to 10 texts' }],
    [
      'another word than those of a list',
      'get_quotes',
      { symbols: ['SPY'], bars: '1h' },
      { bars: 'must be 1d or 15m' },
    ],
    ['too small a number', 'get_quotes', { symbols: ['SPY'], max_bytes: 1 }, { max_bytes: BYTES }],
    ['a number as a text', 'list_trades', { limit: '5' }, { limit: 'must be a whole number from 1 to 100' }],
    [
      'part of a number',
      'quote_trade',
      { ...ORDER, quantity: 1.5 },
      { quantity: 'must be a whole number from 1 to 1000000' },
    ],
    ['neither of two kinds', 'get_pulse', { since: [] }, { since: 'must be a whole number from 0 or a text' }],
    ['one leg', 'quote_trade', { legs: [leg], quantity: 1 }, { legs: LEGS }],
    [
      'a leg without a side',
      'quote_trade',
      { legs: [leg, { contract: 'X' }], quantity: 1 },
      { 'legs.1.side': 'must be sent: buy or sell' },
    ],
    [
      'a text as a leg',
      'quote_trade',
      { legs: [leg, 'X'], quantity: 1 },
      { 'legs.1': 'must be an object with contract, side and ratio' },
    ],
    ['no object at all', 'get_quotes', [], { 'the arguments': 'must be an object with symbols, bars and max_bytes' }],
    [
      'a misspelled one, beside a missing one',
      'get_quotes',
      { sybols: ['SPY'] },
      {
        symbols: 'must be sent: a list of 1 to 10 texts',
        sybols: 'must not be sent, because get_quotes takes only symbols, bars and max_bytes',
      },
    ],
    [
      'an unknown one of a leg',
      'quote_trade',
      { legs: [leg, { ...leg, price: 1 }], quantity: 1 },
      { 'legs.1.price': 'must not be sent, because legs.1 takes only contract, side and ratio' },
    ],
  ])('%s', (_name, tool, given, rules) => {
    expect(rulesOf(tool, given)).toEqual(rules)
  })

  test('every argument of every tool has a rule in plain words', () => {
    for (const { name, input } of TOOLS) {
      const wrong = Object.fromEntries(Object.keys(input.shape).map((argument) => [argument, null]))
      const rules = rulesOf(name, wrong)
      expect(Object.keys(rules)).toEqual(Object.keys(input.shape))
      for (const rule of Object.values(rules)) expect(rule).toMatch(/^must be (?!null|undefined)/)
    }
  })
})
