import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { alertMessage, alertName, timeWords } from '../words.ts'

type History = Answer<'listAlertHistory'>
type Alert = History['alerts'][number]

const SHOWN = 10

const row = (alert: Alert): string =>
  html`<li><b>${alertName(alert)}</b> <span class="small">${alert.severity}</span> <span class="small mute">!${alert.cleared_at === null ? 'still active' : html`until !${timeWords(alert.cleared_at)}`}</span> <span class="below">!${alertMessage(alert)}</span></li>`

/** The alerts of a year that cite a series which this signal is made of. */
export function signalAlertsCard(history: Known<History>, series: readonly string[]): string {
  const own = (history.value?.alerts ?? []).filter(({ evidence }) =>
    evidence.inputs.some((input) => series.includes(input.series)),
  )
  return card({
    title: 'Its alerts',
    width: 12,
    source: '/api/v1/alerts/history',
    document: history,
    aside: () => html`${counted(own.length, 'alert')} in a year`,
    body: ({ reason }) =>
      own.length === 0
        ? emptyState(sentence(reason ?? 'no alert in the last year was based on this signal'))
        : html`<ul class="plain">!${own.slice(0, SHOWN).map(row)}</ul>`,
  })
}
