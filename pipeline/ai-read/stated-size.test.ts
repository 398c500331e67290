import { describe, expect, it, test } from 'vitest'
import type { Magnitude } from './magnitude.ts'
import { statedSize } from './stated-size.ts'

const BEFORE_OPEN = new Date('2026-11-24T09:29:00-05:00')
const EDGES = { normal: 0.00412345678, big: 0.0091 } as unknown as NonNullable<Parameters<typeof statedSize>[1]>
const shares = (small: number, normal: number, big: number, n = 1_000): Magnitude => ({
  class: small > normal && small > big ? 'small' : normal > big ? 'normal' : 'big',
  p_small: small,
  p_normal: normal,
  p_big: big,
  calibrated: false,
  n,
  reason: null,
})

describe('the sizes that are about as likely', () => {
  it('lie within a standard error of the difference of their shares', () => {
    // Shares of 0.4 and 0.3 differ by the root of (0.7 − 0.01) / n: at 69 that is a tenth.
    const others = (n: number) => statedSize(shares(0.4, 0.3, 0.3, n), undefined, BEFORE_OPEN).about_as_likely
    expect(others(68)).toEqual(['normal', 'big'])
    expect(others(70)).toEqual([])
    expect(statedSize(shares(0.31, 0.4, 0.29, 75), undefined, BEFORE_OPEN).about_as_likely).toEqual(['small'])
  })

  it('are none where no size is stated', () => {
    const none = { ...shares(0.4, 0.3, 0.3), class: null, p_small: null, p_normal: null, p_big: null }
    expect(statedSize({ ...none, reason: '3 of 252 moves are known' }, EDGES, BEFORE_OPEN)).toMatchObject({
      about_as_likely: [],
      sentence: 'The size of the next move is not stated: 3 of 252 moves are known.',
    })
    expect(statedSize(none, EDGES, BEFORE_OPEN).sentence).toBe(
      'The size of the next move is not stated: no reason is known.',
    )
  })
})

describe('its sentence', () => {
  const sentence = (magnitude: Magnitude, edges: typeof EDGES | undefined = EDGES) =>
    statedSize(magnitude, edges, BEFORE_OPEN).sentence.replace(/^The move on .+ from the previous close, /, '')

  it.each([
    [shares(0.6, 0.3, 0.1), 'most likely small (below 0.41 %)'],
    [shares(0.1, 0.6, 0.3), 'most likely normal (0.41 to 0.91 %)'],
    [shares(0.1, 0.3, 0.6), 'most likely big (0.91 % or more)'],
    [shares(0.1, 0.451, 0.449), 'about as likely to be normal (0.41 to 0.91 %) as big (0.91 % or more)'],
    [
      shares(0.34, 0.33, 0.33),
      'about as likely to be small (below 0.41 %) as normal (0.41 to 0.91 %) as big (0.91 % or more)',
    ],
  ])('names the range of each size', (magnitude, words) => {
    expect(sentence(magnitude)).toBe(`in either direction, is ${words}.`)
  })

  it('has no ranges where too few moves are known', () => {
    const stated = statedSize(shares(0.6, 0.3, 0.1), undefined, BEFORE_OPEN)
    expect(stated).toMatchObject({ normal_from_pct: null, big_from_pct: null })
    expect(stated.sentence).toMatch(/is most likely small\.$/)
  })
})

test('the edges are served in percent', () => {
  expect(statedSize(shares(0.6, 0.3, 0.1), EDGES, BEFORE_OPEN)).toMatchObject({
    normal_from_pct: 0.41234568,
    big_from_pct: 0.91,
  })
})

test('the session is that of a text written before its open, and the next one afterwards', () => {
  const sessionOf = (at: string) => statedSize(shares(0.6, 0.3, 0.1), EDGES, new Date(at)).session
  expect(sessionOf('2026-11-24T09:29:59-05:00')).toBe('2026-11-24')
  expect(sessionOf('2026-11-24T09:30:00-05:00')).toBe('2026-11-25')
  expect(sessionOf('2026-11-25T20:00:00-05:00')).toBe('2026-11-27')
})
