import { describe, expect, it } from 'vitest'
import type { PositionExposure } from './exposure.ts'
import { signOf } from './sign.ts'

const SPOT = 500
/** The exposure of a strike: calls add to it and puts take from it. */
const at = (strike: number, calls: number, puts: number): PositionExposure => ({
  position: { strike } as PositionExposure['position'],
  calls,
  puts: -puts,
  vanna: 0,
})
const sign = (...exposed: PositionExposure[]) => signOf(exposed, SPOT)

describe('the sign of the exposure of dealers', () => {
  it.each([
    ['positive where puts are seven tenths of calls', 70, 'positive', 0.7],
    ['uncertain where they are more', 71, 'uncertain', 0.71],
    ['uncertain where they are less than 1.4 times the calls', 139, 'uncertain', 1.39],
    ['negative from 1.4 times on', 140, 'negative', 1.4],
  ])('is %s', (_, puts, expected, share) => {
    expect(sign(at(510, 100, 0), at(490, 0, puts))).toEqual({ sign: expected, break_even_call_share: share })
  })

  it('needs contracts out of the money of the same sign: calls from spot up, puts below it', () => {
    // Calls out of the money are 10 and 20, puts out of the money 25: the ones that count sum to 5.
    const [inside, above, atSpot] = [at(480, 1_000, 25), at(520, 10, 300), at(SPOT, 20, 100)]
    expect(sign(inside, above, atSpot)).toMatchObject({ sign: 'positive' })
    // A strike at spot counts by its calls.
    expect(sign(inside, above, at(SPOT, 14, 100))).toMatchObject({ sign: 'uncertain' })
    expect(sign(inside, above, at(SPOT, 15, 100))).toMatchObject({ sign: 'uncertain' })
    expect(sign(at(480, 100, 20), at(520, 20, 600))).toMatchObject({
      sign: 'uncertain',
      break_even_call_share: 620 / 120,
    })
    expect(sign(at(480, 100, 21), at(520, 20, 600))).toMatchObject({ sign: 'negative' })
  })

  it('counts an exposure of less than a dollar too', () => {
    expect(sign(at(510, 0.5, 0)).sign).toBe('positive')
    expect(sign(at(510, 0.1, 0), at(490, 0, 0.5)).sign).toBe('negative')
  })

  it('is negative without calls if the puts are out of the money, and has no break-even', () => {
    expect(sign(at(490, 0, 10))).toEqual({ sign: 'negative', break_even_call_share: null })
    expect(sign(at(510, 0, 10))).toEqual({ sign: 'uncertain', break_even_call_share: null })
  })

  it('is none without exposure', () => {
    expect(sign()).toEqual({ sign: null, break_even_call_share: null })
    expect(sign(at(490, 0, 0))).toEqual({ sign: null, break_even_call_share: null })
  })

  it('is known of calls and puts that balance, and uncertain', () => {
    expect(sign(at(510, 10, 0), at(490, 0, 10))).toEqual({ sign: 'uncertain', break_even_call_share: 1 })
  })
})
