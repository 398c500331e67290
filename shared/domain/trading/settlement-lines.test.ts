import { expect, test } from 'vitest'
import { DOLLAR, held } from '../../../harness/held-options.ts'
import { type HeldOption, settleExpiration } from './settlement.ts'

const settle = (options: HeldOption[], shares: number, price: number) =>
  settleExpiration(
    {
      options,
      stock: { quantity: shares, costE4: shares * 600 * DOLLAR },
      reservedShares: 0,
      boundShares: 0,
      shorting: shares <= 0,
    },
    price * DOLLAR,
  )

test('of two puts over a hundred shares the one that comes first by name sells them, in any order of the positions', () => {
  const puts = [held(1, 'put', 600, 500), held(1, 'put', 595, 400)]
  const deliveries = [puts, puts.toReversed()].map((options) =>
    settle(options, 100, 590).settled.map(({ contract, delivery }) => [contract, delivery]),
  )
  const expected = [
    ['SPY261218P00595000', 'stock'],
    ['SPY261218P00600000', 'cash'],
  ]
  expect(deliveries).toEqual([expected, expected])
})

test.each<[string, HeldOption[], number, number, boolean[]]>([
  ['a put that sells short', [held(1, 'put', 600, 500)], 0, 590, [true]],
  ['a call that leaves a part of the short', [held(1, 'call', 600, 900)], -150, 610, [true]],
  ['a call that closes the short', [held(1, 'call', 600, 900)], -100, 610, [false]],
  ['a call that turns the short', [held(2, 'call', 600, 900)], -100, 610, [false, false]],
  ['a covered call that delivers the last share', [held(-1, 'call', 600, -500)], 100, 610, [false]],
  ['a spread that ends flat', [held(-1, 'put', 590, -300), held(1, 'put', 600, 700)], 0, 580, [false, false]],
])('the lines of %s may leave the account short only if it ends short', (_name, options, shares, price, mayBeShort) => {
  const lines = settle(options, shares, price).postings.flatMap((line) =>
    line.book === 'account' && 'instrument' in line && line.instrument === 'SPY' ? [line.mayBeShort] : [],
  )
  expect(lines).toEqual(mayBeShort)
})
