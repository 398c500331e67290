import type { AlertEvent, AlertId, AlertStates, Evaluated } from '../../shared/domain/alert.ts'

type Begun = Pick<Evaluated, 'states' | 'events'>

/**
 * What a replay over the whole history replaces, once the history is there. A kind that fired while somebody was
 * watching keeps its state, and of its past only the episodes that were over by then are replaced: the one that stood
 * is the one it fired.
 */
export function beginAnew({ states, events }: Begun, watchedFrom: ReadonlyMap<AlertId, Date>): Begun {
  const over = new Set(
    events.filter((event) => event.type === 'cleared' && isBefore(event)).map(({ episode }) => episode),
  )
  function isBefore({ alertId, at }: AlertEvent): boolean {
    const from = watchedFrom.get(alertId)
    return from !== undefined && at < from
  }
  const unwatched = Object.entries(states).filter(([id]) => !watchedFrom.has(id as AlertId))
  return {
    states: Object.fromEntries(unwatched) as AlertStates,
    events: events.filter(({ alertId, episode }) => !watchedFrom.has(alertId) || over.has(episode)),
  }
}
