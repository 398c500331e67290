import { describe, expect, it } from 'vitest'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { TiedWalls } from '../gamma/walls.ts'
import { dataEntries, gammaEntries } from './diff-of-blocks.ts'

type Gamma = (Partial<TiedWalls> & { spot: number; zero_gamma?: number | null }) | null
interface Shape {
  components?: { key: string; max: number; series?: string; reason?: string | null }[]
  missing?: string[]
  degraded?: string[]
  gamma?: Gamma
}

const snapshot = ({ components = [], missing = [], degraded = [], gamma = null }: Shape) =>
  ({
    score_components: components.map(({ key, max, series, reason = null }) => ({
      key,
      name: key.toUpperCase(),
      max,
      value: `${key} of ${max}`,
      reason,
      inputs: series === undefined ? [] : [{ series }],
    })),
    data_quality: { missing: missing.map((source) => ({ source })), degraded },
    gamma_levels:
      gamma === null ? { status: 'not_ready' } : { status: 'ready', call_wall: 680, put_wall: 640, ...gamma },
  }) as unknown as SignalsSnapshot

describe('what came and went among the data', () => {
  const texts = (before: Shape, after: Shape) => dataEntries(snapshot(before), snapshot(after)).map(({ text }) => text)

  it('is a source that stopped, is stood in for, or delivers again', () => {
    expect(texts({}, { missing: ['fred'] })).toEqual(['Source fred is now missing.'])
    expect(texts({}, { degraded: ['fred'] })).toEqual(['Source fred is now replaced by its last good value.'])
    expect(texts({ degraded: ['fred'] }, { missing: ['fred'], degraded: ['fred'] })).toEqual([
      'Source fred is now missing.',
    ])
    expect(texts({ missing: ['fred'] }, {})).toEqual(['Source fred delivers again.'])
    expect(texts({ missing: ['fred'] }, { missing: ['fred'] })).toEqual([])
  })

  it('is a component that lost its reading, with its reason, or has one again', () => {
    const [with20, without] = [
      { key: 'vix', max: 20 },
      { key: 'vix', max: 0 },
    ]
    expect(texts({ components: [with20] }, { components: [{ ...without, reason: 'too old' }] })).toEqual([
      'VIX no longer has a reading: too old.',
    ])
    expect(texts({ components: [with20] }, { components: [without] })).toEqual([
      'VIX no longer has a reading: no reason is given.',
    ])
    expect(texts({ components: [without] }, { components: [with20] })).toEqual(['VIX has a reading again: vix of 20.'])
    expect(texts({ components: [without] }, { components: [without] })).toEqual([])
    expect(texts({}, { components: [with20] })).toEqual([])
  })

  it('is a component that is read from another series', () => {
    const read = (series?: string) => ({ components: [{ key: 'gex', max: 10, ...(series ? { series } : {}) }] })
    expect(texts(read('gex_own'), read('gex_vendor'))).toEqual([
      'GEX is read from gex_vendor instead of gex_own: the two are not comparable.',
    ])
    expect([
      texts(read('gex_own'), read('gex_own')),
      texts(read(), read('gex_own')),
      texts(read('gex_own'), read()),
    ]).toEqual([[], [], []])
  })
})

describe('what changed about gamma', () => {
  const entries = (before: Gamma, after: Gamma) => gammaEntries(snapshot({ gamma: before }), snapshot({ gamma: after }))
  const texts = (before: Gamma, after: Gamma) => entries(before, after).map(({ text }) => text)
  const spot = 670

  it('is a wall on another strike, with the dollars that it moved', () => {
    expect(entries({ spot }, { spot, call_wall: 675, put_wall: 642 })).toMatchObject([
      {
        subject: 'call_wall',
        from: '680',
        to: '675',
        change: -5,
        unit: 'dollars',
        text: 'Call wall: 680 to 675 dollars.',
      },
      { subject: 'put_wall', from: '640', to: '642', change: 2 },
    ])
  })

  it('is no wall that has changed places with a strike that ties with it in both chains', () => {
    const ties = (...strikes: number[]) => strikes.map((strike, at) => ({ strike, share: 1 - at / 20 }))
    const then = { spot, put_wall: 640, put_wall_ties: ties(640, 635, 630) }
    expect(entries(then, { spot, put_wall: 630, put_wall_ties: ties(630, 640) })).toEqual([])
    expect(texts(then, { spot, put_wall: 630, put_wall_ties: ties(630, 635) })).toEqual([
      'Put wall: 640 to 630 dollars.',
    ])
    expect(texts(then, { spot, put_wall: 625, put_wall_ties: ties(625, 640) })).toEqual([
      'Put wall: 640 to 625 dollars.',
    ])
    expect(texts(then, { spot, put_wall: 630, put_wall_ties: null })).toEqual(['Put wall: 640 to 630 dollars.'])
    const pair = { spot, call_wall_pair: [675, 680] as [number, number] }
    expect(entries({ ...pair, call_wall: 680 }, { ...pair, call_wall: 675 })).toEqual([])
  })

  it('is a wall that came or went, which has no size', () => {
    expect(entries({ spot }, { spot, call_wall: null })).toMatchObject([
      { from: '680', to: null, change: null, text: 'Call wall: 680 to none dollars.' },
    ])
    expect(entries({ spot, put_wall: null }, { spot })).toMatchObject([{ from: null, to: '640', change: null }])
  })

  it('is spot on the other side of zero gamma, at which it counts as above', () => {
    const words = 'Spot against zero gamma: '
    expect(texts({ spot, zero_gamma: 671 }, { spot, zero_gamma: 670 })).toEqual([`${words}below to above.`])
    expect(texts({ spot, zero_gamma: 669 }, { spot, zero_gamma: 670.01 })).toEqual([`${words}above to below.`])
    expect(texts({ spot, zero_gamma: 669 }, { spot, zero_gamma: null })).toEqual([`${words}above to no level.`])
    expect(texts({ spot }, { spot, zero_gamma: 680 })).toEqual([`${words}no level to below.`])
    expect(texts({ spot, zero_gamma: 600 }, { spot, zero_gamma: 669 })).toEqual([])
  })

  it('is nothing while a chain is not known on either side', () => {
    expect([entries(null, { spot }), entries({ spot }, null)]).toEqual([[], []])
  })
})
