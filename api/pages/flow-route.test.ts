import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import type { Answer } from './answers.ts'
import { flowPage } from './flow-route.ts'

const example = <T>(name: string) => readExample<T>(import.meta.url, `../flow/${name}-example.json`)
const flow = example<Answer<'getFlowOfSymbol'>>('symbol')
const focus = example<Answer<'getFlowFocus'>>('focus')
const zdte = example<Answer<'getZeroDayFlow'>>('zdte')
const tape = example<Answer<'listFlowChanges'>>('tape')

const side = (volume: number | null, change: number | null = null) => ({
  volume,
  premium: 1_000,
  open_interest: 5,
  open_interest_change: change,
})
const strike = (price: number, volume: number | null, change: number | null = null) => ({
  strike: price,
  call: side(volume, change),
  put: side(1),
})

const read = async (given: { flow?: object; focus?: object; zdte?: object; tape?: object } = {}): Promise<string> =>
  textOf(
    await pageOf(flowPage, {
      query: { symbol: 'SPY' },
      now: new Date('2026-11-20T16:30:00-05:00'),
      documents: {
        '/api/v1/flow/symbol/:symbol': { ...flow, ...given.flow },
        '/api/v1/flow/focus/:symbol': { ...focus, ...given.focus },
        '/api/v1/flow/zdte/:symbol': { ...zdte, ...given.zdte },
        '/api/v1/flow/tape': { ...tape, ...given.tape },
      },
    }),
  )

it('a notable contract or expiration is shown with its reason', async () => {
  expect(await read()).toContain(
    'What stands out chain of 16:00 ET figures Focus What, and why Contracts Premium 680 call of 24 Nov 2026 96,400 contracts ' +
      'traded, against 18,220 open before the session. 96,400 31.8m all of 20 Nov 2026 28 % of the session’s estimated ' +
      'premium, and it expires the same day. 5,515,000 849m The session',
  )
})

it('same-day contracts are counted against the session', async () => {
  expect(await read()).toContain(
    '5,515,000 contracts, 49 % of the session; estimated premium 849m; puts over calls 1.113. Strikes that expire the same day',
  )
  expect(await read({ zdte: { share_volume: null, premium: null, put_call_volume: null } })).toContain(
    '5,515,000 contracts, share of the session unknown; estimated premium unknown; puts over calls unknown.',
  )
  expect(await read({ zdte: { volume: null, reasons: { volume: 'nothing expires today' } } })).toContain(
    'Nothing expires today.',
  )
})

it('contracts that no premium can be stated for are counted', async () => {
  expect(await read({ zdte: { unpriced: 20 } })).toContain(
    '20 contracts traded without a bid and an ask at any chain, so no premium is counted for them.',
  )
  expect(await read({ flow: { unpriced: 1 } })).toContain(
    '1 contract traded without a bid and an ask at any chain, so no premium is counted for it.',
  )
  expect(await read({ zdte: { unpriced: 0 }, flow: { unpriced: 0 } })).not.toContain('traded without a bid')
})

it('strikes are those that traded most, highest first, with their change of open interest where one is known', async () => {
  const strikes = Array.from({ length: 25 }, (_, at) => strike(600 + at, at === 24 ? null : 1_000 + at))
  const text = await read({ flow: { by_strike: strikes } })
  expect(text).toContain('Strikes Strike Calls Premium Puts Premium 623 1,023 1k 1 1k 622')
  expect(text).toContain(
    '600 1,000 1k 1 1k Open interest of the session before is not known, so its change is not shown. The 24 of 25 strikes that ' +
      'traded most, highest first; all are in the figures.',
  )
  const changed = await read({ flow: { by_strike: [strike(600, 7, -2)] } })
  expect(changed).toContain('Calls Premium Open, change Puts Premium Open, change 600 7 1k −2 1 1k unknown')
  expect(changed).not.toContain('that traded most')
  expect(await read({ flow: { by_strike: [], reasons: { by_strike: 'no chain is stored' } } })).toContain(
    'By strike chain of 16:00 ET figures No chain is stored.',
  )
  expect(await read({ flow: { by_strike: [], reasons: {} } })).toContain(
    'By strike chain of 16:00 ET figures Nothing is known.',
  )
})

it('expirations are listed by day', async () => {
  const expiration = { expiration: '2026-11-24', call: side(10, 3), put: side(20, 4) }
  expect(await read({ flow: { by_expiration: [expiration] } })).toMatch(
    /Expiration Calls .* 24 Nov 2026 10 1k 3 20 1k 4 /,
  )
  expect(await read({ flow: { by_expiration: [], reasons: {} } })).toContain(
    'By expiration chain of 16:00 ET figures Nothing is known.',
  )
})

it('prints by side are shown with what they open and close, or without any the reason', async () => {
  const sides = { ask: 3_000_000, bid: 2_000_000, mid: 400_000, unknown: 100_000 }
  const prints = {
    session: '2026-11-20',
    total: { prints: 4_321, premium: 9_000_000 },
    opening_unknown: { premium: 5_000 },
    zdte_share_premium: 0.28,
  }
  const printed = {
    by_side: { call: sides, put: { ...sides, ask: 1_000_000 } },
    opening: { premium: 6_000_000 },
    closing: { premium: 7_000_000 },
    multi_leg: { premium: 8_000_000 },
    prints,
  }
  expect(await read({ flow: printed })).toContain(
    'Buyer initiated Seller initiated Middle or unknown Calls 3m 2m 500k Puts 1m 2m 500k 4,321 prints of 20 Nov 2026, 9m ' +
      'dollars. Opening: 6m; closing: 7m; not known: 5k. Legs of orders: 8m. Expiring the same day: 28 % of the premium.',
  )
  expect(await read({ flow: { ...printed, prints: { ...prints, zdte_share_premium: null } } })).toContain(
    'same day: unknown of',
  )
  for (const member of ['prints', 'by_side', 'opening', 'closing', 'multi_leg'])
    expect(
      await read({ flow: { ...printed, [member]: null, reasons: { prints: 'no vendor of prints is set' } } }),
    ).toContain('By the side that initiated figures No vendor of prints is set.')
})

it('the tape shows each trade with its side, and the day of a trade of an earlier session', async () => {
  const [print] = tape.changes
  const earlier = {
    ...print!,
    at: '2026-11-19T15:00:00-05:00',
    side: 'bid',
    opens: true,
    is_multi_leg: true,
    open_interest: null,
  }
  const closing = { ...earlier, at: '2026-11-20T15:00:00-05:00', side: 'mid', opens: false, is_multi_leg: null }
  const text = await read({
    tape: { changes: [print, earlier, { ...closing, side: 'unknown' }, { ...closing, side: null }] },
  })
  expect(text).toContain(
    'The tape session of 20 Nov 2026 figures The tape Contract Time Contracts Premium Price Open 680 call of 24 Nov 2026 buyer ' +
      '15:52 ET 3,100 1.04m 3.35 18,220 680 call of 24 Nov 2026 seller, opens, leg of an order 15:00 ET 19 Nov 2026 3,100 1.04m ' +
      '3.35 unknown 680 call of 24 Nov 2026 side unknown, closes 15:00 ET 3,100 1.04m 3.35 unknown 680 call of 24 Nov 2026 ' +
      '15:00 ET 3,100 1.04m 3.35 unknown Trades or changes of a million dollars or more of all symbols on 20 Nov 2026: 341, of ' +
      'which 200 are on the event log.',
  )
})

it('a tape from chains shows their mid-prices, and one without changes gives the reason', async () => {
  expect(await read({ tape: { basis: 'chain_changes', large: null } })).toContain(
    'Contract Chain of Contracts Premium Mid Open 680',
  )
  expect(await read({ tape: { large: null } })).toContain('18,220 By the side')
  expect(await read({ tape: { changes: [], reason: null } })).toContain('The tape figures Nothing is known.')
  expect(await read({ tape: { changes: [], reason: 'no chain changed' } })).toContain(
    'The tape figures No chain changed.',
  )
})
