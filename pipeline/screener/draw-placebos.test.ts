import { expect, test } from 'vitest'
import { drawPlacebos } from './draw-placebos.ts'
import type { JudgedEpisode } from './gauntlet.ts'
import type { PlaceboPools } from './placebo-pools.ts'
import type { PriceTable } from './price-table.ts'

const EPISODE: JudgedEpisode = { ticker: 1, at: 17, entry: 'close', side: 'short', horizon: 5, block: 3, excess: 0.01 }
const POOLS: PlaceboPools = { isMember: () => true, third: () => 2, peers: () => [0, 1, 2, 3], hasSector: () => true }

/** Draws with random numbers from a list, from sessions 10 to 25 of 30, and reports which session or name each was. */
function drawn(randoms: readonly number[], { pools = POOLS, unknown = [] as number[], until = 30 } = {}) {
  let used = 0
  const random = () => randoms[used++ % randoms.length]!
  const input = { table: {} as PriceTable, pools, until, first: 10, random }
  const of = (kind: 'dates' | 'tickers') => {
    used = 0
    const what = kind === 'dates' ? 'at' : 'ticker'
    return drawPlacebos(EPISODE, {
      ...input,
      excessOf: (pick) => (unknown.includes(pick[what]) ? Number.NaN : pick[what]),
    })[kind]
  }
  return { of, used: () => used }
}
/** The random number that falls on a session or on a peer. */
const onSession = (at: number) => (at - 10 + 0.5) / 16
const onPeer = (place: number) => (place + 0.5) / 4

test('other days lie between the first entry and the last whole horizon', () => {
  expect(drawn([0, 0.999_999]).of('dates')).toEqual([10, 25, 10, 25])
  expect(drawn([0], { until: 14 }).of('dates')).toEqual([])
  expect(drawn([0], { until: 15 }).of('dates')).toEqual([10, 10, 10, 10])
})

test('other days lie at least a horizon away, on either side', () => {
  expect(drawn([13, 12, 21, 22].map(onSession)).of('dates')).toEqual([12, 22, 12, 22])
})

test.each<[string, Partial<PlaceboPools>]>([
  ['the name was no member', { isMember: (_ticker, at) => at !== 11 }],
  ['the name stood in another third', { third: (_ticker, at) => (at === 11 ? 1 : 2) }],
])('a day on which %s is drawn again', (_, pools) => {
  expect(drawn([11, 24].map(onSession), { pools: { ...POOLS, ...pools } }).of('dates')).toEqual([24, 24, 24, 24])
})

test('other names are peers of the same day, not the name itself', () => {
  expect(drawn([0, 1, 2, 3].map(onPeer)).of('tickers')).toEqual([0, 2, 3, 0])
  const two = { ...POOLS, peers: () => [1, 3] }
  expect(drawn([0, 0.5], { pools: two }).of('tickers')).toEqual([3, 3, 3, 3])
  const alone = { ...POOLS, peers: () => [1] }
  expect(drawn([0], { pools: alone }).of('tickers')).toEqual([])
})

test('a draw without an outcome is repeated, forty times at most', () => {
  expect(drawn([10, 25].map(onSession), { unknown: [10] }).of('dates')).toEqual([25, 25, 25, 25])
  expect(drawn([0, 2].map(onPeer), { unknown: [0] }).of('tickers')).toEqual([2, 2, 2, 2])
  const barren = (hit: number) => Array.from({ length: 60 }, (_, at) => (at === hit ? onSession(25) : onSession(10)))
  expect(drawn(barren(39), { unknown: [10] }).of('dates')).toEqual([25])
  expect(drawn(barren(40), { unknown: [10] }).of('dates')).toEqual([])
})
