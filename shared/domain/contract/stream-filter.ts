import type { EventKind, LoggedEvent } from './event.ts'

/** Kinds of events; `headlines` are changes of the regime and critical alerts that fired or cleared. */
export type StreamFilter = 'headlines' | readonly EventKind[]

export const filterKey = (filter: StreamFilter): string => (filter === 'headlines' ? filter : filter.join(','))

export function passes(filter: StreamFilter, { kind, subject, severity, data }: LoggedEvent): boolean {
  if (filter !== 'headlines') return filter.length === 0 || filter.includes(kind)
  if (kind === 'alert') return severity === 'critical' || data.alert_severity === 'critical'
  return kind === 'transition' && subject === 'regime'
}
