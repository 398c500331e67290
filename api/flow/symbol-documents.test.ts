import { describe, expect, test } from 'vitest'
import { FLOW_ROW } from '../../harness/fixtures/flow-session-row.ts'
import type { FlowSession, FlowSide } from '../../shared/domain/contract/flow.ts'
import type { FlowSessionRow } from '../../shared/postgres/flow/flow-sessions.ts'
import { type KnownFlow, UNKNOWN_OF_SYMBOL } from './flow-head.ts'
import { focusDocument, type KnownPrints, symbolDocument, zdteDocument } from './symbol-documents.ts'

const NOTHING_TRADED = 'nothing traded in this session until its newest chain'
const NO_ZDTE = 'no listed contract expires on the day of this session'
const NO_SESSION_BEFORE =
  'the chain of the session before is not stored, or a split has given its contracts another root'
const NO_CHAIN = 'no chain of this symbol'

const side = (change: Partial<FlowSide> = {}): FlowSide => ({
  volume: 40,
  premium: 1_000,
  open_interest: 200,
  open_interest_change: 5,
  ...change,
})
const SESSION: FlowSession = {
  spot: 690.5,
  chains: 27,
  total: { call: side({ premium: 5_000 }), put: side({ premium: 3_456, open_interest: 300 }) },
  zdte: { call: side({ volume: 80 }), put: side({ volume: 20, premium: 234 }) },
  isZdteListed: true,
  expirations: [],
  strikes: [],
  strikesLeftOut: 3,
  zdteStrikes: [],
  zdteUnpriced: 2,
  unpriced: 4,
  focus: [],
}
const UNPRICED = { call: side({ premium: null }), put: side({ premium: 0 }) }
const flow = ({ row = {}, session = {} }: { row?: Partial<FlowSessionRow>; session?: Partial<FlowSession> } = {}) =>
  ({ row: { ...FLOW_ROW, ...row }, session: { ...SESSION, ...session }, earlier: [] }) satisfies KnownFlow
/** The reasons of a flow answer apart from those about missing prints. */
const reasonsOf = (known: KnownFlow) =>
  Object.fromEntries(
    Object.entries(symbolDocument('SPY', known, NO_CHAIN).reasons).filter(([member]) => !(member in UNKNOWN_OF_SYMBOL)),
  )

/** The members, apart from those of the head, that are null or empty. */
const lackingIn = (document: object): string[] => {
  const head = ['session', 'quoted_at', 'known_at', 'is_closing', 'premium_basis', 'premium_chains', 'spot']
  const lacking = Object.entries(document).filter(
    ([, value]) => value === null || (Array.isArray(value) && !value.length),
  )
  return lacking.map(([name]) => name).filter((name) => !head.includes(name))
}

describe('the flow of a symbol', () => {
  test('adds calls and puts, estimates premium to three digits and divides to four', () => {
    expect(symbolDocument('SPY', flow(), NO_CHAIN)).toMatchObject({
      volume: 400,
      premium: 8_460,
      put_call_volume: 0.3333,
      put_call_premium: 0.6912,
      put_call_open_interest: 1.5,
      zdte_share_volume: 0.25,
      zdte_share_premium: 0.1459,
      strikes_left_out: 3,
      unpriced: 4,
      by_type: SESSION.total,
      reason: null,
    })
  })

  test.each<[string, Parameters<typeof flow>[0], Record<string, string>]>([
    ['where all is known', {}, {}],
    ['where no call traded', { row: { callVolume: 0 } }, { put_call_volume: 'no call traded' }],
    [
      'where nothing traded',
      { row: { callVolume: 0, putVolume: 0 } },
      {
        by_expiration: NOTHING_TRADED,
        by_strike: NOTHING_TRADED,
        put_call_volume: 'no call traded',
        zdte_share_volume: NOTHING_TRADED,
      },
    ],
    [
      'without a premium of calls',
      { session: { total: { call: side({ premium: null }), put: side() } } },
      { put_call_premium: 'no premium of calls is known' },
    ],
    [
      'without any premium',
      { session: { total: UNPRICED } },
      { put_call_premium: 'no premium of calls is known', zdte_share_premium: 'no premium is known' },
    ],
    [
      'where no call is open',
      { session: { total: { call: side({ open_interest: 0 }), put: side() } } },
      { put_call_open_interest: 'no call is open' },
    ],
    [
      'without the session before',
      { session: { total: { call: side({ open_interest_change: null }), put: side() } } },
      { open_interest_change: NO_SESSION_BEFORE },
    ],
    ['where no contract expires on its day', { session: { isZdteListed: false } }, { zdte: NO_ZDTE }],
  ])('%s has a reason for each member that it lacks', (_, change, reasons) => {
    expect(reasonsOf(flow(change))).toEqual(reasons)
  })

  test.each([
    [27, 'chain_increments'],
    [2, 'chain_increments'],
    [1, 'one_chain'],
    [undefined, 'one_chain'],
  ])('of %s chains states the basis of its premium, and compares the premium of the newest alone', (chains, basis) => {
    const known = flow({ row: { callPremium: 60, putPremium: 40 }, session: { chains } as Partial<FlowSession> })
    const document = symbolDocument('SPY', known, NO_CHAIN)
    expect([document.premium_basis, document.premium_chains]).toEqual([basis, chains ?? 1])
    expect([document.premium, document.history.premium.value]).toEqual([8_460, 100])
  })

  test('ranks a total only of a complete session, and a ratio of a running one too', () => {
    const earlier = Array.from({ length: 20 }, () => ({ ...FLOW_ROW, callVolume: 200, putVolume: 200 }))
    const history = (isClosing: boolean) =>
      symbolDocument('SPY', { ...flow({ row: { isClosing } }), earlier }, NO_CHAIN).history
    expect(history(true)).toMatchObject({
      volume: { value: 400, median: 400, percentile: 0, n: 20 },
      put_call_volume: { value: 0.3333, median: 1, percentile: 0 },
    })
    expect(history(false)).toMatchObject({
      volume: { percentile: null },
      premium: { percentile: null },
      put_call_volume: { percentile: 0 },
      zdte_share_volume: { percentile: 0 },
    })
  })

  test('without a chain is null with the reason for each member, also of its history', () => {
    const nothing = symbolDocument('SPY', null, NO_CHAIN)
    expect(nothing).toMatchObject({
      volume: null,
      premium: null,
      by_type: null,
      put_call_open_interest: null,
      zdte_share_premium: null,
      by_strike: [],
      strikes_left_out: 0,
      unpriced: 0,
      reason: NO_CHAIN,
    })
    expect(Object.keys(nothing.reasons).sort()).toEqual(lackingIn(nothing).sort())
    expect(nothing.reasons.volume).toBe(NO_CHAIN)
    expect(nothing.history.volume).toMatchObject({ value: null, median: null, percentile: null, n: 0 })
  })
})

describe('the prints of a symbol', () => {
  const prints = (session: string, closing = 1): KnownPrints => ({
    document: {
      session,
      total: { prints: 9 },
      by_side: { ask: 1 },
      opening: { prints: 2 },
      closing: { prints: closing },
      multi_leg: { prints: 3 },
    } as unknown as KnownPrints['document'],
    newestAt: '2026-11-20T15:58:00-05:00',
  })
  const documentOf = (known: KnownPrints | null, of: KnownFlow | null = flow()) =>
    symbolDocument('SPY', of, NO_CHAIN, known)

  test.each([
    ['2026-11-19', 'chain_changes'],
    ['2026-11-20', 'prints'],
    ['2026-11-23', 'prints'],
  ])('of %s stand beside chains of 2026-11-20 as %s', (session, basis) => {
    expect(documentOf(prints(session)).basis).toBe(basis)
  })

  test('stand alone where there is no chain', () => {
    expect(documentOf(prints('2026-11-19'), null)).toMatchObject({ basis: 'prints', opening: { prints: 2 } })
  })

  test('are served by side, opening, closing and legs, with the time of the newest', () => {
    expect(documentOf(prints('2026-11-20'))).toMatchObject({
      by_side: { ask: 1 },
      closing: { prints: 1 },
      multi_leg: { prints: 3 },
      prints: { session: '2026-11-20', total: { prints: 9 }, newest_at: '2026-11-20T15:58:00-05:00' },
      reasons: {},
    })
  })

  test('without one flagged as closing say that the vendor flags few', () => {
    expect(documentOf(prints('2026-11-20', 0)).reasons).toEqual({
      closing: 'no print was flagged as closing; the vendor flags few',
    })
  })

  test('that are not known leave null with a reason for each member', () => {
    const { by_side, opening, closing, multi_leg, prints: none, reasons } = documentOf(null)
    expect([by_side, opening, closing, multi_leg, none]).toEqual([null, null, null, null, null])
    expect(reasons).toEqual(UNKNOWN_OF_SYMBOL)
  })
})

describe('contracts that expire today', () => {
  const zdte = (given: Parameters<typeof flow>[0] = {}) => zdteDocument('SPY', flow(given), NO_CHAIN)

  test('have a share of the session and their own ratio of puts to calls', () => {
    expect(zdte()).toMatchObject({
      volume: 100,
      premium: 1_230,
      share_volume: 0.25,
      share_premium: 0.1459,
      put_call_volume: 0.25,
      unpriced: 2,
      reasons: {},
    })
  })

  test.each<[string, Parameters<typeof flow>[0], Record<string, string>]>([
    [
      'where none of their calls traded',
      { session: { zdte: { call: side({ volume: 0 }), put: side() } } },
      { put_call_volume: 'no call that expires today traded' },
    ],
    ['where none traded', { row: { zdteVolume: 0 } }, { by_strike: 'no contract that expires today traded' }],
    ['in a session without premium', { session: { total: UNPRICED } }, { share_premium: 'no premium is known' }],
    ['in a session without trades', { row: { callVolume: 0, putVolume: 0 } }, { share_volume: NOTHING_TRADED }],
    [
      'without the session before',
      { session: { zdte: { call: side({ open_interest_change: null }), put: side() } } },
      { open_interest_change: NO_SESSION_BEFORE },
    ],
    [
      'of an earlier version',
      { session: { zdteUnpriced: undefined } as Partial<FlowSession> },
      { unpriced: 'an earlier version did not count them' },
    ],
  ])('%s have a reason for each member that they lack', (_, change, reasons) => {
    expect(zdte(change).reasons).toEqual(reasons)
  })

  test('that are not listed, or of no chain, are null and not zero', () => {
    const nothing = {
      volume: null,
      premium: null,
      share_volume: null,
      put_call_volume: null,
      call: null,
      unpriced: null,
    }
    expect(zdte({ session: { isZdteListed: false } })).toMatchObject({ ...nothing, reasons: { volume: NO_ZDTE } })
    const unknown = zdteDocument('SPY', null, NO_CHAIN)
    expect(unknown).toMatchObject({ ...nothing, reasons: { volume: NO_CHAIN } })
    expect(Object.keys(unknown.reasons).sort()).toEqual(lackingIn(unknown).sort())
  })
})

test('an empty focus states whether anything was searched', () => {
  const item = { kind: 'contract' } as unknown as FlowSession['focus'][number]
  expect(focusDocument('SPY', flow({ session: { focus: [item] } }), NO_CHAIN)).toMatchObject({
    items: [item],
    count: 1,
    reasons: {},
  })
  expect(focusDocument('SPY', flow(), NO_CHAIN)).toMatchObject({
    count: 0,
    reasons: { items: 'no contract or expiration stands out by the rules' },
  })
  expect(focusDocument('SPY', null, NO_CHAIN)).toMatchObject({ count: 0, reasons: { items: NO_CHAIN } })
})
