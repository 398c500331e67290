import { expect, test } from 'vitest'
import { addDays, tradingDay } from '../../shared/time/trading-day.ts'
import { beginsEpisode, type Setup, setupInNewShares } from './setup.ts'

const DAY = tradingDay('2026-03-03')
const ripe: Setup = {
  ticker: 'AAA',
  archetype: 'oversold_quality',
  firstFired: DAY,
  lastFired: DAY,
  firing: { score: 10, confluence: ['a'], why: ['a reason'] },
  lastFlag: DAY,
  episode: `${DAY}-AAA-oversold_quality`,
  reference: 400,
  referenceClose: { day: DAY, close: 404 },
  conviction: null,
}
const closeOf = (close: number | null) => (day: string) => (day === DAY ? close : null)

test.each([
  ['a split of four for one', 101, 100, 4],
  ['a reverse split of one for eight', 3_232, 3_200, 0.125],
])('the reference of a setup is restated at %s, once', (_, close, reference, shares) => {
  const now = setupInNewShares(ripe, closeOf(close))
  expect(now).toMatchObject({ reference, referenceShares: shares, referenceClose: { day: DAY, close } })
  expect(setupInNewShares(now, closeOf(close))).toBe(now)
})

test.each([
  ['a close that a vendor corrected', ripe, 410],
  ['a close that is not known any more', ripe, null],
  ['no reference yet', { ...ripe, reference: null, referenceClose: null }, 101],
  ['a reference of before closes were kept', { ...ripe, referenceClose: undefined as never }, 101],
])('a setup with %s stays as it is', (_, setup, close) => {
  expect(setupInNewShares(setup, closeOf(close))).toBe(setup)
})

test('two splits of one episode multiply', () => {
  const once = setupInNewShares(ripe, closeOf(101))
  expect(setupInNewShares(once, closeOf(50.5))).toMatchObject({ reference: 50, referenceShares: 8 })
})

test.each([
  ['its first flag', null, 0, true],
  ['a flag ten days after the one before', DAY, 10, false],
  ['a flag eleven days after the one before', DAY, 11, true],
])('%s begins a new episode or not', (_, lastFlag, days, begins) => {
  expect(beginsEpisode({ ...ripe, lastFlag }, addDays(DAY, days))).toBe(begins)
})
