import { html } from 'ghtml'
import { counted, heldInWords } from '../../../shared/domain/number-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { alertMessage, alertName, percentWords } from '../words.ts'

type Active = Answer<'listActiveAlerts'>
type Alert = Active['alerts'][number]
type Record = Answer<'getAlertTrackRecord'>
type Outcome = NonNullable<Record['alerts'][number]['outcomes']>[number]

const TONES = { critical: 'bad', warning: 'warn', info: 'flat' } as const

/** A share of earlier episodes means nothing without its base rate, so the sentence holds both. */
function recordWords({ value, isPartial }: Known<Record>, alertId: string): string {
  if (isPartial) return 'Its track record is available once the history is loaded.'
  const known = value?.alerts.find(({ alert_id: id }) => id === alertId)
  const outcome = known?.outcomes?.find(({ sessions }) => sessions === 20) ?? known?.outcomes?.at(-1)
  if (!known || !outcome || outcome.rate_up === null) return sentence(known?.reason ?? 'it has no track record')
  return (
    `After ${counted(outcome.n, 'episode')} SPY was higher ${outcome.sessions} sessions later in ${percentWords(outcome.rate_up)}${intervalWords(outcome)}; ` +
    `after any session in ${percentWords(outcome.base_rate_up)} (${outcome.base_n}).`
  )
}

function intervalWords({ rate_up_low: low, rate_up_high: high }: Outcome): string {
  return low == null || high == null ? '' : ` (95 % interval ${percentWords(low)} to ${percentWords(high)})`
}

const row = (alert: Alert, record: Known<Record>): string =>
  html`<li><span class="chip ${TONES[alert.severity]}">${alert.severity}</span> <b>${alertName(alert)}</b> <span>!${alertMessage(alert)}</span> <span class="small mute below">${recordWords(record, alert.alert_id)}</span></li>`

/** A kind that cannot be evaluated is named with the input that it lacks, because its silence does not mean calm. */
function heldWords(held: Active['held']): string {
  if (held.length === 0) return ''
  const kinds = held.map(({ alert_id: kind, input_missing: missing }) => `${kind} (${missing})`)
  return html`<p class="small mute">${heldInWords(held.length)}: ${kinds.join('; ')}.</p>`
}

export function alertsCard(active: Known<Active>, record: Known<Record>): string {
  return card({
    title: 'Alerts',
    width: 7,
    source: '/api/v1/alerts/active',
    document: active,
    aside: ({ alerts, reason }) =>
      html`${reason === null || reason === undefined ? counted(alerts.length, 'active alert') : ''}`,
    body({ alerts, held, reason }) {
      const list =
        alerts.length === 0
          ? emptyState(sentence(reason ?? 'no alert is active'))
          : html`<ul class="plain">!${alerts.map((alert) => row(alert, record))}</ul>`
      return html`!${list}!${heldWords(held)}`
    },
  })
}
