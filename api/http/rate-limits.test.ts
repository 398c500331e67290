import { describe, expect, it } from 'vitest'
import { DEFAULT_RATES } from '../../shared/domain/rate-class.ts'
import { RateLimits, rateHeaders } from './rate-limits.ts'

describe('rate limits', () => {
  const limitsAt = (clock: { ms: number }) => new RateLimits({ ...DEFAULT_RATES, public: 3, order: 1 }, () => clock.ms)

  it('counts each caller and each class on its own', () => {
    const limits = limitsAt({ ms: 1 })
    expect([1, 2, 3, 4].map(() => limits.take('public', 'a').isWithin)).toEqual([true, true, true, false])
    expect(limits.take('public', 'b').isWithin).toBe(true)
    expect(limits.take('order', 'a').isWithin).toBe(true)
    expect(limits.take('order', 'a').isWithin).toBe(false)
  })

  it('lets an office of sixty dashboards behind one address poll ten documents every ten seconds', () => {
    const clock = { ms: 1 }
    const limits = new RateLimits(DEFAULT_RATES, () => clock.ms)
    // Each dashboard begins with a page and its files, and its pulse is one of the ten documents.
    let refused = 0
    const ask = (kind: 'public' | 'costly', times: number): void => {
      for (let at = 0; at < 60 * times; at++) if (!limits.take(kind, 'office').isWithin) refused++
    }
    ask('public', 20)
    ask('costly', 6)
    for (let second = 0; second < 60; second += 10, clock.ms += 10_000) ask('public', 10)
    expect(refused).toBe(0)
  })

  it('begins again a minute after the first request', () => {
    const clock = { ms: 1 }
    const limits = limitsAt(clock)
    for (let request = 0; request < 5; request++) limits.take('public', 'a')
    clock.ms += 45_000
    expect(limits.take('public', 'a')).toMatchObject({ isWithin: false, left: 0, resetS: 15 })
    clock.ms += 15_001
    expect(limits.take('public', 'a')).toMatchObject({ isWithin: true, left: 2 })
  })

  it.each([
    [1, 60],
    [58_000, 2],
    [58_001, 2],
    [58_999, 2],
    [59_000, 1],
    [59_999, 1],
  ])('%i ms after the first request are %i whole seconds before the end, and never none', (ms, resetS) => {
    const clock = { ms: 1 }
    const limits = limitsAt(clock)
    limits.take('public', 'a')
    clock.ms += ms
    expect(limits.take('public', 'a').resetS).toBe(resetS)
  })

  it('states the policy and what is left', () => {
    const spent = limitsAt({ ms: 1 }).take('public', 'a')
    expect(rateHeaders('public', spent)).toEqual({
      'ratelimit-policy': '"public";q=3;w=60',
      ratelimit: '"public";r=2;t=60',
    })
  })
})
