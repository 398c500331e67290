import { describe, expect, it } from 'vitest'
import type { OptionContract } from '../../shared/domain/market/option-chain.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import type { ContractFlow } from './contract-flows.ts'
import { focusOf } from './focus.ts'

const SESSION = tradingDay('2026-11-20')
const LATER = tradingDay('2026-12-18')
const TOTAL = 1_000

interface Change extends Partial<OptionContract> {
  openInterestChange?: number | null
}

/** A contract at a dollar, so that its share of the premium is its share of the volume. */
const flow = ({ openInterestChange = null, ...changes }: Change): ContractFlow => ({
  contract: {
    expiration: LATER,
    strike: 700,
    right: 'call',
    bid: 1,
    ask: 1,
    iv: 0.2,
    openInterest: 1_000_000,
    volume: 0,
    ...changes,
  },
  added: 0,
  openInterestChange,
  price: 1,
  premium: 100 * (changes.volume ?? 0),
  premiumAtChain: 100 * (changes.volume ?? 0),
})

/** The rule that names a contract of so much volume among a thousand; the rest expires with the session. */
function ruleOf(changes: Change & { volume: number }): string | null {
  const rest = flow({ expiration: SESSION, strike: 600, volume: TOTAL - changes.volume })
  const items = focusOf([flow(changes), rest], SESSION)
  return items.find(({ kind, strike }) => kind === 'contract' && strike === 700)?.rule ?? null
}

describe('a contract is named', () => {
  it.each([
    ['with twice its open interest and a hundredth of the premium', { volume: 10, openInterest: 5 }, true],
    ['not with less than twice its open interest', { volume: 10, openInterest: 6 }, false],
    ['not with less than a hundredth of the premium', { volume: 9, openInterest: 1 }, false],
    ['not on its last day', { volume: 10, openInterest: 5, expiration: SESSION }, false],
  ])('for its volume over its open interest: %s', (_, changes, isNamed) => {
    expect(ruleOf(changes)).toBe(isNamed ? 'volume_over_open_interest' : null)
  })

  it('for its share of the premium from a twentieth on', () => {
    expect([ruleOf({ volume: 50 }), ruleOf({ volume: 49 })]).toEqual(['share_of_premium', null])
  })

  it.each([
    ['over a tenth', { volume: 10, openInterest: 1_000, openInterestChange: 101 }, true],
    ['a tenth is not over it', { volume: 10, openInterest: 1_000, openInterestChange: 100 }, false],
    [
      'not with less than a hundredth of the premium',
      { volume: 9, openInterest: 1_000, openInterestChange: 500 },
      false,
    ],
    ['not where the session before is unknown', { volume: 10, openInterest: 1_000, openInterestChange: null }, false],
    ['not where it fell', { volume: 10, openInterest: 1_000, openInterestChange: -500 }, false],
  ])('for the growth of its open interest: %s', (_, changes, isNamed) => {
    expect(ruleOf(changes)).toBe(isNamed ? 'open_interest_growth' : null)
  })
})

it('each rule names the two contracts with the most premium, and a contract by its first rule alone', () => {
  const items = focusOf(
    [
      flow({ strike: 701, volume: 100, openInterest: 1 }),
      flow({ strike: 702, volume: 200, openInterest: 1 }),
      flow({ strike: 703, volume: 300, openInterest: 1, openInterestChange: 1 }),
      flow({ strike: 704, volume: 250, openInterest: 1_000 }),
      flow({ strike: 705, volume: 150, openInterest: 1_000, openInterestChange: 400 }),
    ],
    SESSION,
  )
  expect(items.filter(({ kind }) => kind === 'contract').map(({ rule, strike }) => [rule, strike])).toEqual([
    ['volume_over_open_interest', 703],
    ['volume_over_open_interest', 702],
    ['share_of_premium', 704],
    ['share_of_premium', 705],
  ])
  expect(items[0]).toMatchObject({ volume: 300, premium: 30_000, type: 'call', expiration: LATER })
  expect(items[2]!.reason).toBe('25 % of the session’s estimated premium')
})

it('the growth of open interest is stated with the contracts now open', () => {
  const grown = flow({ volume: 30, openInterest: 1_200, openInterestChange: 400 })
  const [, item] = focusOf([flow({ expiration: SESSION, strike: 600, volume: 970 }), grown], SESSION)
  expect(item).toMatchObject({ strike: 700, rule: 'open_interest_growth' })
  expect(item!.reason).toBe('open interest grew by 400 to 1,200 since the session before')
})

describe('an expiration is named', () => {
  const expirations = (...volumes: number[]) =>
    focusOf(
      volumes.map((volume, at) => flow({ expiration: tradingDay(`2026-12-0${at + 1}`), volume })),
      SESSION,
    ).flatMap((item) => (item.kind === 'expiration' ? [[item.expiration, item.volume, item.premium, item.reason]] : []))

  it('from a quarter of the premium on, the largest first, two at most', () => {
    const reason = (share: number) => `${share} % of the session’s estimated premium`
    expect(expirations(250, 751)).toEqual([['2026-12-02', 751, 75_100, reason(75)]])
    expect(expirations(250, 750)).toEqual([
      ['2026-12-02', 750, 75_000, reason(75)],
      ['2026-12-01', 250, 25_000, reason(25)],
    ])
    expect(expirations(300, 340, 360).map(([expiration]) => expiration)).toEqual(['2026-12-03', '2026-12-02'])
  })

  it('with the sum of its contracts', () => {
    const some = [400, 200, 100].map((volume, at) => flow({ strike: 700 + at, volume }))
    const items = focusOf([...some, flow({ expiration: SESSION, volume: 300 })], SESSION)
    expect(items.filter(({ kind }) => kind === 'expiration')).toMatchObject([
      { expiration: LATER, volume: 700, premium: 70_000 },
      { expiration: SESSION, volume: 300, premium: 30_000 },
    ])
  })
})
