import { expect, test } from 'vitest'
import { firingInput } from '../../harness/fixtures/archetype-paths.ts'
import { addSessions } from '../../shared/time/calendar.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { archetypeOf } from './archetypes/index.ts'
import { runMoment } from './moment.ts'
import { closeAgo } from './name-view.ts'
import { scanName } from './scan-name.ts'
import type { Setup } from './setup.ts'

const INPUT = firingInput(archetypeOf('oversold_quality'))
const { barDay, name } = INPUT
const moment = runMoment(barDay, 'pm')

/** The setup as earlier runs left it, before a split of four for one that its reference has been carried through. */
const before = (flaggedDaysAgo: number): Setup => ({
  ticker: 'AAA',
  archetype: 'oversold_quality',
  firstFired: barDay,
  lastFired: barDay,
  firing: { score: 10, confluence: ['a'], why: ['a reason'] },
  lastFlag: addDays(barDay, -flaggedDaysAgo),
  episode: 'earlier',
  reference: 100,
  referenceClose: { day: addDays(barDay, -flaggedDaysAgo), close: 101 },
  referenceShares: 4,
  conviction: null,
})
const scan = (...setups: Setup[]) => {
  const { setups: found, candidates } = scanName({ ...INPUT, ticker: 'AAA', moment, setups })
  const of = <T extends { archetype: string }>(list: readonly T[]) =>
    list.find(({ archetype }) => archetype === 'oversold_quality')!
  return { setup: of(found), candidate: of(candidates) }
}

test('a new episode keeps its price and a close that was known with it, and nothing of an earlier split', () => {
  for (const { setup, candidate } of [scan(), scan(before(11))]) {
    expect(setup).toMatchObject({
      reference: name.price,
      referenceClose: { day: barDay, close: closeAgo(name, 0) },
      lastFlag: barDay,
    })
    expect(setup).not.toHaveProperty('referenceShares')
    expect(candidate.reference).toBe(name.price)
    expect(candidate).not.toHaveProperty('referenceShares')
  }
})

test('a continuing episode keeps its reference, and the candidate names the split', () => {
  const { setup, candidate } = scan(before(3))
  expect(setup).toMatchObject({ reference: 100, referenceShares: 4, episode: 'earlier' })
  expect(candidate).toMatchObject({ reference: 100, referenceShares: 4 })
})

test('the newest fire of a setup is known for as long as a pick may be held, and nothing else of it', () => {
  const scanOf = (archetype: Setup['archetype'], sessionsAgo: number) => {
    const lastFired = addSessions(barDay, -sessionsAgo).day
    const setup: Setup = { ...before(40), archetype, lastFired, conviction: { value: 60, day: lastFired } }
    const { setups, candidates } = scanName({ ...INPUT, ticker: 'AAA', moment, setups: [setup] })
    const of = <T extends { archetype: string }>(list: readonly T[]) =>
      list.find((each) => each.archetype === archetype)
    return { setup: of(setups), candidate: of(candidates) }
  }
  expect(scanOf('crowded_complacency', 30)).toMatchObject({
    setup: { lastFired: addSessions(barDay, -30).day },
    candidate: undefined,
  })
  expect(scanOf('crowded_complacency', 31).setup).toBeUndefined()
  expect(scanOf('oversold_quality', 15).setup).toMatchObject({ lastFired: barDay, conviction: { value: 60 } })
  expect(scanOf('oversold_quality', 16).setup).toMatchObject({ lastFired: barDay, conviction: null })
})
