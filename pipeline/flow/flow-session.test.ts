import { describe, expect, it } from 'vitest'
import { chainOf, contract as contractAt, SESSION } from '../../harness/flow-chain.ts'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { bookOf, type FlowBook, midOf, readBook, writeBook } from './book.ts'
import { contractFlows, estimated, largestChanges } from './contract-flows.ts'
import { flowSession } from './flow-session.ts'

const LATER = tradingDay('2026-12-18')
const NONE = { sameSession: null, sessionBefore: null }

/** A contract at a dollar: each one that trades adds a hundred dollars of premium. */
const contract = (changes: Partial<OptionContract> = {}) => contractAt({ ask: 1, ...changes })
const sessionOf = (...contracts: OptionContract[]) => flowSession(chainOf(...contracts), SESSION, NONE)

it('a locked quote has a price, which is both its sides', () => {
  expect(midOf(contract({ bid: 2, ask: 2 }))).toBe(2)
})

describe('the largest changes', () => {
  const changesOf = (contracts: OptionContract[], premiumMin: number, most = 10) =>
    largestChanges(contractFlows(chainOf(...contracts), NONE), { most, premiumMin }).map(
      ({ contract: { strike, right }, premium }) => [strike, right, premium],
    )

  it('are those of at least the least premium', () => {
    const contracts = [contract({ volume: 9 }), contract({ strike: 671, volume: 10 })]
    expect(changesOf(contracts, 1_000)).toEqual([[671, 'call', 1_000]])
  })

  it('come with the largest premium first and, of equal premiums, in the order of their names', () => {
    const contracts = [
      contract({ strike: 672, right: 'put' }),
      contract({ strike: 673, volume: 11 }),
      contract({ strike: 671 }),
      contract({ strike: 672 }),
    ]
    const inOrder = [
      [673, 'call', 1_100],
      [671, 'call', 1_000],
      [672, 'call', 1_000],
      [672, 'put', 1_000],
    ]
    expect(changesOf(contracts, 0)).toEqual(inOrder)
    expect(changesOf(contracts.toReversed(), 0)).toEqual(inOrder)
    expect(changesOf(contracts, 0, 2)).toEqual(inOrder.slice(0, 2))
  })
})

describe('the sums of a session', () => {
  it('a contract that traded once counts', () => {
    const session = sessionOf(contract({ volume: 1 }), contract({ strike: 671, volume: 1, bid: 0 }))
    expect(session.zdte.call).toMatchObject({ volume: 2, premium: 100 })
    expect([session.unpriced, session.strikes.length, session.expirations.length]).toEqual([1, 2, 1])
    expect(sessionOf(contract({ volume: 1, bid: 0 })).total.call.premium).toBeNull()
  })

  it('each chain adds what traded since the one before, at its own middle', () => {
    const chains = [
      { volume: 100, bid: 4, ask: 6 },
      { volume: 100, bid: 2, ask: 4 },
      { volume: 110, bid: 0, ask: 0.02 },
      { volume: 150, bid: 0.01, ask: 0.03 },
      { volume: 140, bid: 1, ask: 1 },
    ].map((quote) => chainOf(contract(quote)))
    const books = chains.reduce<FlowBook[]>((all, chain) => all.concat(bookOf(chain, all.at(-1) ?? null)), [])
    const sameSession = readBook(writeBook(books[3]!))
    const session = flowSession(chains[4]!, SESSION, { sameSession, sessionBefore: null, chainsBefore: 4 })
    // A hundred contracts at 5, then fifty at 0.02; the correction of the vendor at last adds nothing.
    expect(session.zdte.call.premium).toBe(estimated(50_000 + 100))
    expect([session.chains, session.unpriced]).toEqual([5, 0])
    expect(session.premiumAtChain).toEqual({ call: 14_000, put: 0, zdte: 14_000 })
    expect([...books[2]!.values()]).toEqual([[110, 100, 50_000, 100]])
  })

  it('a book of an earlier version, which has no premium, counts its volume at the next chain', () => {
    const sameSession = readBook(JSON.stringify([[`${SESSION} 670 C`, [100, 100]]]))
    const chain = chainOf(contract({ volume: 110 }))
    expect(flowSession(chain, SESSION, { sameSession, sessionBefore: null }).total.call.premium).toBe(11_000)
  })

  it('the quote of a contract that did not trade gives no premium to those that did', () => {
    const session = sessionOf(contract({ volume: 0 }), contract({ strike: 671, volume: 5, bid: 0 }))
    expect(session.total.call).toMatchObject({ volume: 5, premium: null })
  })

  it('the change of open interest is the sum over the contracts of a side', () => {
    const before = bookOf(chainOf(contract({ openInterest: 130 }), contract({ strike: 671, openInterest: 40 })))
    const chain = chainOf(contract(), contract({ strike: 671 }), contract({ right: 'put', openInterest: 5 }))
    const { total } = flowSession(chain, SESSION, { sameSession: null, sessionBefore: before })
    expect([total.call.open_interest_change, total.put.open_interest_change]).toEqual([30, 5])
  })

  it('the same-day expiration is listed as soon as it has one contract', () => {
    expect(sessionOf(contract({ volume: 0 })).isZdteListed).toBe(true)
    expect(sessionOf(contract({ expiration: LATER })).isZdteListed).toBe(false)
  })

  it('the nearest expirations that traded are named, forty at most', () => {
    const contracts = Array.from({ length: 43 }, (_, at) => contract({ expiration: addDays(SESSION, 42 - at) }))
    const silent = contract({ expiration: addDays(SESSION, -1), volume: 0 })
    const found = sessionOf(...contracts, silent).expirations.map(({ expiration }) => expiration)
    expect([found.length, found[0], found.at(-1)]).toEqual([40, SESSION, addDays(SESSION, 39)])
  })

  it('the strikes with the most premium are named ascending, forty at most, and the others counted', () => {
    const contracts = Array.from({ length: 43 }, (_, at) => contract({ strike: 700 - at, volume: 100 - at }))
    const { strikes, strikesLeftOut } = sessionOf(...contracts.toReversed(), contract({ strike: 900, volume: 0 }))
    expect([strikes.length, strikes[0]!.strike, strikes.at(-1)!.strike, strikesLeftOut]).toEqual([40, 661, 700, 3])
  })
})
