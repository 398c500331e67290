import type { AlertId, HeldKind, Severity } from '../../shared/domain/alert.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { bullets, escapeMarkdown } from './markdown.ts'

export interface StandingAlert {
  alertId: AlertId
  severity: Severity
  message: string
  firedAt: Date
}

/** What the rules said of this very snapshot; or what stood before it, and why it was not judged. */
export interface AlertsOfCycle {
  /** Worst first, as of the snapshot's cutoff. */
  standing: readonly StandingAlert[]
  /** Kinds without an input: they hold. */
  held: readonly HeldKind[]
  /** Null when this snapshot was judged. */
  notEvaluated: string | null
}

export function alertsSection(alerts: AlertsOfCycle | null): string {
  const lines = alerts ? textOf(alerts) : ['Alerts were not looked at.']
  return ['## Alerts', ...lines].join('\n\n')
}

function textOf({ standing, held, notEvaluated }: AlertsOfCycle): string[] {
  const why = notEvaluated === null ? [] : [`This snapshot has not been judged: ${escapeMarkdown(notEvaluated)}.`]
  const known = notEvaluated === null ? 'No alert is active.' : 'No alert stood before it.'
  const list = standing.length === 0 ? known : bullets(standing.map(line))
  const holding =
    held.length === 0
      ? []
      : [
          `${held.length} ${held.length === 1 ? 'kind has' : 'kinds have'} no input to be judged on, so ${held.length === 1 ? 'it neither fires nor clears' : 'they neither fire nor clear'}:`,
          bullets(held.map(({ alert_id, input_missing }) => `${alert_id}: ${escapeMarkdown(input_missing)}`)),
        ]
  return [...why, list, ...holding]
}

function line({ alertId, severity, message, firedAt }: StandingAlert): string {
  const { day, time } = eastern(firedAt)
  return `**${alertId}** (${severity}), since ${day} ${time.slice(0, 5)} ET: ${escapeMarkdown(message)}`
}
