import { describe, expect, it } from 'vitest'
import { addSessions } from '../../shared/time/calendar.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { AGREEING_SESSIONS, chooseGamma, type GammaAtClose } from './gamma-pillar.ts'

const first = tradingDay('2026-11-02')
const reading = (relative: number, at = 0) => ({ gex: relative * 1e9, relative, day: addSessions(first, at).day })
const close = (vendor: number | null, own: number | null, ownIsCertain = true): GammaAtClose => ({
  ...(vendor === null ? {} : { vendor: reading(vendor) }),
  ...(own === null ? {} : { own: reading(own) }),
  ownIsCertain,
})
const times = (count: number, each: GammaAtClose): GammaAtClose[] => Array(count).fill(each)
const last = (closes: GammaAtClose[]) => {
  const { readings, reason } = chooseGamma(closes)
  return readings.at(-1)?.relative ?? reason
}
const waits = (agreed: number) => expect.stringContaining(`for ${agreed} of the ${AGREEING_SESSIONS} sessions`)

describe('the series of dealer gamma that decides', () => {
  const before = times(5, close(1, null))

  it('is the vendor’s while our own has too little history', () => expect(last(before)).toBe(1))

  it.each([
    ['nine sessions on one side', 9, waits(9)],
    ['ten sessions on one side', 10, 2],
  ])('after %s', (_, count, expected) => expect(last([...before, ...times(count, close(1, 2))])).toEqual(expected))

  it('waits again after a session on different sides', () =>
    expect(last([...before, ...times(9, close(1, 2)), close(1, -1), ...times(9, close(1, 2))])).toEqual(waits(9)))

  it('is ours from then on, also where the two differ again', () =>
    expect(last([...before, ...times(10, close(1, 2)), close(1, -1)])).toBe(-1))

  it('is none while the sign of our own is uncertain', () =>
    expect(last([...before, ...times(10, close(1, 2)), close(1, 2, false)])).toBe(
      'the sign of our own figure is uncertain',
    ))

  it('our own figure is read at once where there is no vendor', () => expect(last([close(null, 2)])).toBe(2))

  it('has decided before the window if ours is older and both have agreed within it', () => {
    const old = [close(1, -1), ...times(10, close(1, 2)), close(1, -1)]
    expect(chooseGamma(old).readings[0]?.relative).toBe(-1)
    expect(chooseGamma(old.slice(0, 9)).readings[0]).toBeNull()
    const nine = times(9, close(1, 2))
    for (const closes of [nine, [close(1, -1), ...nine], [...nine, close(1, -1), ...nine]])
      expect(chooseGamma(closes).readings[0]).toBeNull()
    // A close without the vendor's figure interrupts nothing.
    expect(chooseGamma([...nine, close(null, 2), close(1, 2)]).readings[0]?.relative).toBe(2)
  })

  it('is none without any series', () => expect(last([close(null, null)])).toBe('neither series has enough history'))
})
