import { describe, expect, test } from 'vitest'
import { zeroGamma } from './zero-gamma.ts'

const SPOT = 500

describe('zero gamma', () => {
  test('the exposure is priced at 161 spots, from a fifth below to a fifth above', () => {
    const { profile } = zeroGamma((at) => at - 1_000, SPOT)
    expect(profile).toHaveLength(161)
    expect(profile[0]).toEqual({ spot: 400, exposure: -600 })
    expect(profile[80]).toEqual({ spot: SPOT, exposure: -500 })
    expect(profile[81]!.spot).toBeCloseTo(501.25, 9)
    expect(profile.at(-1)).toEqual({ spot: 600, exposure: -400 })
  })

  test('a root between two spots is found to nine digits, straight or bent', () => {
    for (const exposure of [
      (at: number) => at - 512.345,
      (at: number) => 512.345 - at,
      (at: number) => Math.expm1((at - 512.345) / 30),
      (at: number) => Math.cbrt(at - 512.345),
      (at: number) => (at / 512.345) ** 40 - 1,
    ]) {
      const { level, reason, crossings } = zeroGamma(exposure, SPOT)
      expect(Math.abs(level! - 512.345)).toBeLessThan(1e-5)
      expect([reason, crossings]).toEqual([null, [level]])
    }
  })

  test('a root on a spot of the grid counts once', () => {
    const { level, crossings } = zeroGamma((at) => at - SPOT, SPOT)
    expect([level, crossings]).toEqual([SPOT, [SPOT]])
  })

  test('of several roots the nearest to spot is the level, and all are listed', () => {
    const { level, crossings } = zeroGamma((at) => (at - 430) * (at - 490.3) * (at - 513), SPOT)
    expect(crossings.map((each) => Number(each.toFixed(6)))).toEqual([430, 490.3, 513])
    expect(level).toBe(crossings[1])
    const above = zeroGamma((at) => (at - 480) * (at - 510), SPOT)
    expect(above.level).toBeCloseTo(510, 6)
  })

  test('a change of sign where the exposure fades out is not a root', () => {
    const fading = (small: number) => (at: number) => (at < 420 ? -small : at < 450 ? small : 1)
    expect(zeroGamma(fading(1e-7), SPOT).crossings).toEqual([])
    expect(zeroGamma(fading(1e-5), SPOT).crossings).toHaveLength(1)
    expect(zeroGamma(fading(1e-7), SPOT).reason).toBe(
      'the re-priced exposure is positive everywhere from 400.00 to 600.00',
    )
  })

  test('without a root it states which sign there is, or that there is no exposure', () => {
    expect(zeroGamma(() => -2, SPOT)).toMatchObject({
      level: null,
      reason: 'the re-priced exposure is negative everywhere from 400.00 to 600.00',
    })
    expect(zeroGamma(() => 2, SPOT).reason).toBe('the re-priced exposure is positive everywhere from 400.00 to 600.00')
    expect(zeroGamma(() => 0, SPOT)).toMatchObject({ level: null, reason: 'the exposure is zero at every price' })
  })
})
