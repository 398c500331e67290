import { describe, expect, it, test } from 'vitest'
import { chainOf, contract, SESSION as TODAY } from '../../harness/flow-chain.ts'
import { type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { bookOf, midOf, readBook, writeBook } from './book.ts'
import { compareFlow } from './compare.ts'
import { contractFlows, largestChanges } from './contract-flows.ts'
import { flowSession } from './flow-session.ts'

const LATER = tradingDay('2026-12-18')
const NONE = { sameSession: null, sessionBefore: null }

describe('changes of contracts', () => {
  it.each([
    ['the first chain counts since the open', null, 50, 50],
    ['a later chain counts since the one before', 20, 50, 30],
    ['a volume that the vendor lowered is no trade', 60, 50, 0],
  ])('%s', (_, earlier, volume, added) => {
    const sameSession = earlier === null ? null : bookOf(chainOf(contract({ volume: earlier })))
    const [flow] = contractFlows(chainOf(contract({ volume })), { sameSession, sessionBefore: null })
    expect(flow?.added).toBe(added)
  })

  it('a book keeps what trades or is open, down to one contract', () => {
    const [strikes, none] = [[670, 671, 672, 673], { volume: 0, openInterest: 0 }]
    const sizes = [none, { ...none, volume: 1 }, { ...none, openInterest: 1 }, { volume: 2, openInterest: 3 }]
    const book = bookOf(chainOf(...strikes.map((strike, at) => contract({ strike, ...sizes[at] }))))
    expect([...book.values()]).toEqual([
      [1, 0, 150, 1],
      [0, 1],
      [2, 3, 300, 2],
    ])
  })

  it('the change of open interest is null without the session before, and all of it for a new contract', () => {
    const chain = chainOf(contract(), contract({ strike: 680, openInterest: 7 }))
    expect(contractFlows(chain, NONE).map((flow) => flow.openInterestChange)).toEqual([null, null])
    const sessionBefore = readBook(writeBook(bookOf(chainOf(contract({ openInterest: 130 })))))
    const flows = contractFlows(chain, { sameSession: null, sessionBefore })
    expect(flows.map((flow) => flow.openInterestChange)).toEqual([-30, 7])
  })

  it.each([
    ['no bid', { bid: 0, ask: 1 }, null],
    ['no ask', { bid: 1, ask: 0 }, null],
    ['crossed', { bid: 2, ask: 1 }, null],
    ['two-sided', { bid: 1, ask: 2 }, 1.5],
  ])('the price of a quote: %s', (_, quote, price) => {
    expect(midOf(contract(quote))).toBe(price)
  })

  it('the largest come first, from the least premium, with three digits', () => {
    const chain = chainOf(
      contract({ volume: 1 }),
      contract({ strike: 671, volume: 1_234 }),
      contract({ strike: 672, volume: 500 }),
      contract({ strike: 673, volume: 9_999, bid: 0 }),
    )
    const changes = largestChanges(contractFlows(chain, NONE), { most: 10, premiumMin: 1_000 })
    expect(changes.map((change) => [change.contract.strike, change.premium])).toEqual([
      [671, 185_000],
      [672, 75_000],
    ])
  })
})

test('a session sums by type, expiration and strike, and names what expires the same day', () => {
  const session = flowSession(
    chainOf(
      contract({ volume: 10 }),
      contract({ right: 'put', volume: 30 }),
      contract({ expiration: LATER, strike: 700, volume: 60, openInterest: 20 }),
      contract({ expiration: LATER, strike: 710, volume: 0 }),
      contract({ expiration: LATER, strike: 720, volume: 5, bid: 0 }),
    ),
    TODAY,
    NONE,
  )
  expect(session.total.call).toEqual({ volume: 75, premium: 10_500, open_interest: 320, open_interest_change: null })
  expect(session.zdte.call.volume).toBe(10)
  expect(session.zdte.put).toMatchObject({ volume: 30, premium: 4_500 })
  expect(session.expirations.map(({ expiration }) => expiration)).toEqual([TODAY, LATER])
  expect(session.strikes.map(({ strike }) => strike)).toEqual([670, 700, 720])
  expect(session.unpriced).toBe(1)
  expect(session.focus.map(({ rule, strike }) => [rule, strike])).toEqual([
    ['volume_over_open_interest', 700],
    ['share_of_premium', 670],
    ['share_of_premium', 670],
    ['expiration_share', null],
    ['expiration_share', null],
  ])
  // The sentences are still read on later days.
  expect(session.focus[0]?.reason).toBe('60 contracts traded, against 20 open before the session')
  expect(session.focus.map(({ reason }) => reason).join()).not.toMatch(/today|this morning/)
  expect(session.focus[4]?.reason).toMatch(/premium, and it expires the same day$/)
})

test('a same-day contract that trades a multiple of its open interest is not reported as a new position', () => {
  const traded = { openInterest: 20, volume: 60 }
  const rules = (expiration: TradingDay) =>
    flowSession(chainOf(contract({ expiration, ...traded })), TODAY, NONE).focus.map(({ rule }) => rule)
  expect(rules(TODAY)).toEqual(['share_of_premium', 'expiration_share'])
  expect(rules(LATER)).toEqual(['volume_over_open_interest', 'expiration_share'])
})

test.each([
  ['twenty contracts of a strike that is traded all day', 106, 126, false],
  ['a thousand contracts', 1_000, 2_000, true],
])('open interest that grew by %s is named only where what is new is worth something', (_, before, after, isNamed) => {
  const traded = (strike: number, volume: number, openInterest: number) =>
    contract({ expiration: LATER, strike, volume, openInterest })
  const rest = [traded(660, 300_000, 100), traded(670, 300_000, 100)]
  const sessionBefore = readBook(writeBook(bookOf(chainOf(traded(700, 0, before), ...rest))))
  const chain = chainOf(traded(700, 20_000, after), ...rest)
  const { focus } = flowSession(chain, TODAY, { sameSession: null, sessionBefore })
  expect(focus.filter(({ strike }) => strike === 700).map(({ rule }) => rule)).toEqual(
    isNamed ? ['open_interest_growth'] : [],
  )
})

test('a session in which nothing traded has no focus', () => {
  expect(flowSession(chainOf(contract({ volume: 0 })), TODAY, NONE)).toMatchObject({ focus: [], strikes: [] })
})

describe('a figure against its own history', () => {
  const earlier = Array.from({ length: 20 }, (_, index) => index)
  it.each([
    ['complete', 15, earlier, true, 0.75, null],
    ['partial', 15, earlier, false, null, 'the session is not over'],
    ['too few', 15, earlier.slice(1), true, null, '19 earlier sessions are known, and 20 are needed'],
    ['no value', null, earlier, true, null, 'there is no value'],
  ])('%s', (_, value, values, isComplete, percentile, reason) => {
    const compared = compareFlow(value, values, { isTotal: true, isComplete })
    expect(compared).toMatchObject({ percentile, n: values.length, need: 20 })
    if (reason === null) expect(compared.reason).toBeNull()
    else expect(compared.reason).toContain(reason)
  })

  it('a share is compared within the session too', () => {
    expect(compareFlow(15, earlier, { isTotal: false, isComplete: false }).percentile).toBe(0.75)
  })
})

test('a contract that traded without a bid and ask has no premium, and is counted as such', () => {
  const unpriced = contract({ bid: 0, ask: 0, volume: 7_756 })
  const alone = flowSession(chainOf(unpriced, contract({ right: 'put', volume: 0 })), TODAY, NONE)
  expect(alone.zdte.call).toMatchObject({ volume: 7_756, premium: null })
  expect(alone.zdteStrikes[0]?.call.premium).toBeNull()
  expect(alone.zdte.put).toMatchObject({ volume: 0, premium: 0 })
  expect([alone.unpriced, alone.zdteUnpriced]).toEqual([1, 1])
  const later = contract({ expiration: LATER, bid: 0, ask: 0 })
  const silent = contract({ strike: 900, bid: 0, ask: 0, volume: 0 })
  const beside = flowSession(chainOf(unpriced, contract({ strike: 671 }), later, silent), TODAY, NONE)
  expect(beside.zdte.call.premium).toBe(1_500)
  expect([beside.unpriced, beside.zdteUnpriced]).toEqual([2, 1])
})
