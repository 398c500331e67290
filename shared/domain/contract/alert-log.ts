import type { Origin } from '../market/observation.ts'
import type { AlertEvent, Severity } from './alert.ts'
import type { NewEvent } from './event.ts'

interface LoggedAs {
  cycleId: string
  origin: Origin
  /** The severities with which episodes fired. */
  severities: ReadonlyMap<string, Severity>
  /** The names of custom alerts, by their ids. */
  names?: ReadonlyMap<string, { config_id: number; name: string; metric: string }>
}

/** Turns alert events into rows of the event log. Keys follow the episode, so each fires once and clears once. */
export const alertLogEvents = (
  events: readonly AlertEvent[],
  { cycleId, origin, severities, names }: LoggedAs,
): NewEvent[] =>
  events.map((event) => {
    const { alertId, type, episode, message, at, evidence } = event
    const custom = names?.get(alertId)
    const fired = custom ? `${custom.name}: ${message}` : message
    return {
      key: `alert/${episode}/${type}`,
      kind: 'alert',
      subject: alertId,
      severity: event.type === 'fired' ? event.severity : 'info',
      title: type === 'fired' ? fired : `${custom?.name ?? alertId} cleared: ${message}`,
      at,
      data: {
        type,
        alert_severity: event.type === 'fired' ? event.severity : (severities.get(episode) ?? null),
        episode,
        message,
        evidence,
        ...custom,
      },
      cycleId,
      origin,
    }
  })
