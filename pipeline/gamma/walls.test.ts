import { describe, expect, it } from 'vitest'
import { tiedWith, wallsOf } from './walls.ts'

const strikes = (...rows: (readonly [strike: number, exposure: number])[]) =>
  rows.map(([strike, exposure]) => ({
    strike,
    exposure,
    calls: 0,
    puts: 0,
    call_open_interest: 0,
    put_open_interest: 0,
  }))

describe('a wall', () => {
  it('is the strike of the largest net exposure of its sign, however small, and none without one', () => {
    expect(wallsOf(strikes([500, 0.4], [490, -0.2], [495, 0]))).toMatchObject({ call_wall: 500, put_wall: 490 })
    const oneSided = { call_wall: null, call_wall_pair: null, call_wall_ties: null, put_wall: 490 }
    expect(wallsOf(strikes([490, -2], [495, -1], [500, 0]))).toMatchObject(oneSided)
    expect(wallsOf([])).toMatchObject({ call_wall: null, put_wall: null, put_wall_ties: null })
  })

  it('ties with a strike of nine tenths of its exposure, and not of less', () => {
    expect(wallsOf(strikes([500, 100], [510, 90])).call_wall_ties).toEqual([
      { strike: 500, share: 1 },
      { strike: 510, share: 0.9 },
    ])
    expect(wallsOf(strikes([500, 100], [510, 89.9])).call_wall_ties).toBeNull()
    expect(wallsOf(strikes([500, -100], [510, -90])).put_wall_pair).toEqual([500, 510])
  })

  it('is named with its nearest tie, the lower strike first', () => {
    const [rising, falling] = [strikes([500, 100], [510, 95]), strikes([500, 95], [510, 100], [520, 92])]
    expect([wallsOf(rising).call_wall_pair, wallsOf(falling).call_wall_pair]).toEqual([
      [500, 510],
      [500, 510],
    ])
  })
})

describe('the strikes that tie with a wall', () => {
  it('are all others of its ties, the nearest to a tie first', () => {
    const ties = [510, 500, 505].map((strike, at) => ({ strike, share: 1 - at / 50 }))
    expect(tiedWith(510, { pair: [500, 510], ties })).toEqual([500, 505])
  })
  it('are the other one of its pair in an older analysis, and none without a pair', () => {
    expect(tiedWith(500, { pair: [500, 510], ties: undefined })).toEqual([510])
    expect(tiedWith(500, { pair: null, ties: null })).toEqual([])
  })
})
