import type { AlertId, HeldKind, Severity } from '../../shared/domain/contract/alert.ts'
import { counted } from '../inputs/cite.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { wallTime } from './words.ts'

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
          `${counted(held.length, 'kind')} ${held.length === 1 ? 'has no input to be judged on, so it neither fires nor clears' : 'have no input to be judged on, so they neither fire nor clear'}:`,
          bullets(held.map(({ alert_id, input_missing }) => `${alert_id}: ${escapeMarkdown(input_missing)}`)),
        ]
  return [...why, list, ...holding]
}

/** The message is of the moment it fired, its ages too: a reader days later must not take them for today's. */
function line({ alertId, severity, message, firedAt }: StandingAlert): string {
  return `**${alertId}** (${severity}), since ${wallTime(firedAt.toISOString())}; as it fired: ${escapeMarkdown(message)}`
}
