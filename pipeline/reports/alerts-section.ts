import type { HeldKind, Severity } from '../../shared/domain/contract/alert.ts'
import { heldInWords } from '../../shared/domain/number-words.ts'
import { bullets, escapeMarkdown } from './markdown.ts'
import { wallTime } from './words.ts'

export interface StandingAlert {
  alertId: string
  /** For a custom alert. */
  custom?: { name: string } | null
  severity: Severity
  message: string
  firedAt: Date
}

/** The alerts of this snapshot; if it was not judged, the alerts that stood before it, and the reason. */
export interface AlertsOfCycle {
  /** Worst first, as of the snapshot's cutoff. */
  standing: readonly StandingAlert[]
  /** Kinds that lack an input: they keep their state. */
  held: readonly HeldKind[]
  /** Null when this snapshot was judged. */
  notEvaluated: string | null
}

export function alertsSection(alerts: AlertsOfCycle | null): string {
  const lines = alerts ? textOf(alerts) : ['Alerts were not evaluated.']
  return ['## Alerts', ...lines].join('\n\n')
}

function textOf({ standing, held, notEvaluated }: AlertsOfCycle): string[] {
  const why = notEvaluated === null ? [] : [`This snapshot has not been judged: ${escapeMarkdown(notEvaluated)}.`]
  const known = notEvaluated === null ? 'No alert is active.' : 'No alert was active before it.'
  const list = standing.length === 0 ? known : bullets(standing.map(line))
  const holding =
    held.length === 0
      ? []
      : [
          `${heldInWords(held.length)}:`,
          bullets(held.map(({ alert_id, input_missing }) => `${alert_id}: ${escapeMarkdown(input_missing)}`)),
        ]
  return [...why, list, ...holding]
}

/** The message and its ages date from the firing: a reader days later must not take them for today's. */
function line({ alertId, custom, severity, message, firedAt }: StandingAlert): string {
  const name = custom ? escapeMarkdown(custom.name) : alertId
  return `**${name}** (${severity}), since ${wallTime(firedAt.toISOString())}; when it fired: ${escapeMarkdown(message)}`
}
