import type { AlertEvaluation, AlertEvent, AlertStates, WatchedEpisode } from '../../shared/domain/contract/alert.ts'

type ReplayedHistory = Pick<AlertEvaluation, 'states' | 'events'>

/**
 * Decides which states and events a replay over the whole history replaces. A kind that fired live (`watched`) keeps
 * its state, and only episodes that had ended before are replaced, because the open episode is the one that it fired
 * live.
 */
export function beginAnew({ states, events }: ReplayedHistory, watched: readonly WatchedEpisode[]): ReplayedHistory {
  const since = new Map<string, Date>()
  for (const { alertId, firedAt } of watched) {
    const before = since.get(alertId)
    if (!before || firedAt < before) since.set(alertId, firedAt)
  }
  const wasOver = ({ type, alertId, at }: AlertEvent): boolean => type === 'cleared' && at < (since.get(alertId) ?? at)
  const over = new Set(events.filter(wasOver).map(({ episode }) => episode))
  for (const { episode } of watched) over.delete(episode)
  const unwatched = Object.entries(states).filter(([id]) => !since.has(id))
  return {
    states: Object.fromEntries(unwatched) as AlertStates,
    events: events.filter(({ alertId, episode }) => !since.has(alertId) || over.has(episode)),
  }
}
