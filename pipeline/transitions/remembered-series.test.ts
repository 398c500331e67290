import { expect, it } from 'vitest'
import type { WatchedStates } from '../../shared/domain/contract/transition.ts'
import { findTransitions, rememberFirstReadings } from './find-transitions.ts'
import type { StateReading } from './watched-states.ts'

const reading = (series: string, state: string): StateReading => ({
  subject: 'gex',
  name: 'GEX',
  state,
  scale: ['a', 'b', 'c'],
  cause: '',
  series,
})
const at = (as_of: string) => ({ as_of, rules_version: '1' })
const changes = (known: WatchedStates, next: StateReading) =>
  findTransitions(known, [next], at('2')).transitions.map(({ from, to, since }) => `${from} ${to}, since ${since}`)

/** A first cycle read the vendor's series. */
const { states } = findTransitions({}, [reading('vendor', 'a')], at('1'))

it('a reading that only a re-run made is the one that the next cycle of its series is compared with', () => {
  const known = rememberFirstReadings(states, [reading('own', 'b')], at('1'))
  expect(changes(known, reading('own', 'b'))).toEqual([])
  expect(changes(known, reading('own', 'c'))).toEqual(['b c, since 1'])
  expect(changes(known, reading('vendor', 'b'))).toEqual(['a b, since 1'])
})

it('a re-run changes no memory, so that its change is logged by the next cycle', () => {
  expect(rememberFirstReadings(states, [reading('vendor', 'c')], at('1'))).toEqual(states)
  const both = findTransitions(states, [reading('own', 'a')], at('2')).states
  expect(rememberFirstReadings(both, [reading('vendor', 'c'), reading('own', 'b')], at('2'))).toEqual(both)
})

it('a subject that the first run did not read begins with the re-run', () => {
  const known = rememberFirstReadings({}, [reading('own', 'a')], at('1'))
  expect(known).toEqual(findTransitions({}, [reading('own', 'a')], at('1')).states)
})
