import { expect, it } from 'vitest'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { fragility } from '../fragility/fragility.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { findTransitions } from './find-transitions.ts'
import { type StateReading, watchedStates } from './watched-states.ts'

const ALONE = ' The change may come from the inputs alone: '

it.each([
  { gamma: 'gex_own', words: `${ALONE}gamma is now read from gex_own instead of gex_vendor.` },
  { gamma: undefined, words: `${ALONE}gamma no longer counts.` },
  { gamma: 'gex_vendor', words: '' },
])('a transition of fragility says that its gamma is read from $gamma now, if that changed', ({ gamma, words }) => {
  const rated = (state: string, parts: Record<string, string>): StateReading => ({
    subject: 'fragility',
    name: 'The fragility rating',
    state,
    scale: ['calm', 'watch', 'fragile'],
    cause: '',
    parts: { volatility: 'vix_close', ...parts },
  })
  const cycle = { as_of: '1', rules_version: '1' }
  const before = findTransitions({}, [rated('calm', { gamma: 'gex_vendor' })], cycle).states
  const [found] = findTransitions(before, [rated('watch', gamma === undefined ? {} : { gamma })], cycle).transitions
  expect(found!.title).toBe(`The fragility rating went from calm to watch.${words}`)
})

it('the fragility rating is remembered with the series of each ranked pillar', () => {
  const snapshot = computeSnapshot(CALM_DAY, { cycleId: '2026-11-20T10:00', origin: 'scheduled' })
  const readings = watchedStates(snapshot, fragility(CALM_DAY))
  const { parts } = readings.find(({ subject }) => subject === 'fragility')!
  expect(parts).toMatchObject({ volatility: 'vix_close', gamma: expect.stringMatching(/^gex_/) })
  expect(findTransitions({}, readings, snapshot).states.fragility!.parts).toEqual(parts)
})
