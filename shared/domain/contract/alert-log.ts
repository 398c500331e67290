import type { Origin } from '../market/observation.ts'
import type { AlertEvent, Severity } from './alert.ts'
import type { NewEvent } from './event.ts'

/** Turns alert events into rows of the event log; `severities` are those with which episodes fired. Keys follow the episode, so each fires once and clears once. */
export const alertLogEvents = (
  events: readonly AlertEvent[],
  { cycleId, origin, severities }: { cycleId: string; origin: Origin; severities: ReadonlyMap<string, Severity> },
): NewEvent[] =>
  events.map((event) => {
    const { alertId, type, episode, message, at, evidence } = event
    return {
      key: `alert/${episode}/${type}`,
      kind: 'alert',
      subject: alertId,
      severity: event.type === 'fired' ? event.severity : 'info',
      title: type === 'fired' ? message : `${alertId} cleared: ${message}`,
      at,
      data: {
        type,
        alert_severity: event.type === 'fired' ? event.severity : (severities.get(episode) ?? null),
        episode,
        message,
        evidence,
      },
      cycleId,
      origin,
    }
  })
