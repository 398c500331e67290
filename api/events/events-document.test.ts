import { describe, expect, test } from 'vitest'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import { emptyPage, eventPage, kindsNamed, severitiesFrom } from './events-document.ts'

const events = (...ids: readonly number[]) => ids.map((id) => ({ id }) as LoggedEvent)
const BOUNDS = { oldest: 3, latest: 20 }
const PAGE = { limit: 2, filtered: false }

describe('a page of events', () => {
  test('forwards continues after its last event while there are more, otherwise after the newest of the log', () => {
    expect(eventPage(events(5, 6, 7), BOUNDS, { ...PAGE, after: 4 })).toMatchObject({
      events: [{ id: 5 }, { id: 6 }],
      count: 2,
      has_more: true,
      next_after: 6,
      next_before: null,
      reason: null,
    })
    expect(eventPage(events(5, 6), BOUNDS, { ...PAGE, after: 4 })).toMatchObject({ has_more: false, next_after: 20 })
  })

  test('backwards continues before its last event while there are more', () => {
    expect(eventPage(events(20, 19, 18), BOUNDS, PAGE)).toMatchObject({
      next_after: 20,
      next_before: 19,
      has_more: true,
    })
    expect(eventPage(events(9, 8, 7), BOUNDS, { ...PAGE, before: 10 })).toMatchObject({
      next_after: null,
      next_before: 8,
    })
    expect(eventPage(events(4, 3), BOUNDS, { ...PAGE, before: 5 })).toMatchObject({
      next_before: null,
      has_more: false,
    })
  })

  test('that has three events continues from the last of them, and one event needs no reason', () => {
    expect(eventPage(events(5, 6, 7, 8), BOUNDS, { ...PAGE, limit: 3, after: 4 }).next_after).toBe(7)
    expect(eventPage(events(1), null, PAGE)).toMatchObject({ count: 1, latest_id: 1, next_after: 1, reason: null })
  })

  test('that could not be read counts nothing and keeps the cursor', () => {
    expect(emptyPage('no database', 7)).toMatchObject({
      count: 0,
      has_more: false,
      next_after: 7,
      latest_id: null,
      reason: 'no database',
    })
  })

  test('counts an event that came after the bounds were read as the newest', () => {
    expect(eventPage(events(21), BOUNDS, { ...PAGE, after: 20 })).toMatchObject({
      latest_id: 21,
      oldest_id: 3,
      next_after: 21,
    })
  })

  test.each([
    [null, {}, 'nothing has happened since the log began'],
    [BOUNDS, { after: 20 }, 'no event after this id yet'],
    [BOUNDS, { after: 20, filtered: true }, 'no requested event after this id yet'],
    [BOUNDS, { before: 3 }, 'no event before this id'],
    [BOUNDS, { filtered: true }, 'no requested event is in the log'],
  ])('that is empty with bounds %j for %j says why', (bounds, asked, reason) => {
    expect(eventPage([], bounds, { ...PAGE, ...asked }).reason).toBe(reason)
  })

  test('after an id of the future does not claim that nothing came yet', () => {
    expect(eventPage([], BOUNDS, { ...PAGE, after: 21 }).reason).not.toContain('after this id yet')
  })

  test('of an empty log has no newest id', () => {
    expect(eventPage([], null, PAGE)).toMatchObject({ latest_id: null, oldest_id: null, next_after: null })
  })
})

test('kinds are named in any order, each once, and an unknown one refuses all', () => {
  expect(kindsNamed('tripwire, alert,alert')).toHaveLength(2)
  expect(kindsNamed('alert,moon')).toBeNull()
})

test('a severity filter includes all worse severities', () => {
  expect(severitiesFrom('critical')).toEqual(['critical'])
  expect(severitiesFrom('warning')).toEqual(['critical', 'warning'])
  expect(severitiesFrom('info')).toEqual(['critical', 'warning', 'info'])
})
