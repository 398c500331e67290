import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { caption, card, emptyState, sentence } from '../card.ts'
import { meter } from '../charts/meter.ts'
import type { Known } from '../page-documents.ts'
import { alertName, percentileWords, readingParts } from '../words.ts'

type Alignment = Answer<'getAlignment'>
type Firing = Alignment['firing'][number]

const STANCES = {
  supportive: { sign: '▲', tone: 'good' },
  adverse: { sign: '▼', tone: 'bad' },
  neutral: { sign: '■', tone: 'flat' },
} as const

function row({ key, name, stance, label, display, percentile }: Firing): string {
  const { sign, tone } = STANCES[stance as keyof typeof STANCES] ?? STANCES.neutral
  const { figure, rest } = readingParts(display ?? 'no reading')
  const more = rest === '' ? '' : html`<br><span class="small mute">${rest}</span>`
  return html`<tr><td class="${tone}"><span role="img" aria-label="${stance}">${sign}</span></td><th scope="row"><a href="/signals/${key}">${name}</a><br><span class="small mute">${label ?? ''}</span></th><td class="r">${figure}!${more}<br><span class="${tone}">!${meter(percentile)}</span> <span class="small mute">${percentileWords(percentile)}</span></td></tr>`
}

function activeWords({ value, reason }: Known<Answer<'listActiveAlerts'>>): string {
  if (value === null) return sentence(reason ?? 'not known')
  // A name stays as its admin wrote it.
  return value.alerts.length > 0
    ? `${value.alerts.map(alertName).join(', ')}.`
    : sentence(value.reason ?? 'none is active')
}

/** The signals that fire, and the names of those without data, because missing data does not mean calm. */
export function activeSignalsCard(alignment: Known<Alignment>, alerts: Known<Answer<'listActiveAlerts'>>): string {
  return card({
    title: 'Active signals',
    width: 4,
    source: '/api/v1/signals/alignment',
    document: alignment,
    aside: ({ firing, n, net }) =>
      html`${n === 0 ? '' : `${firing.length} of ${n} firing, net ${net === null ? 'unknown' : `${net > 0 ? '+' : ''}${net}`}`}`,
    body({ n, firing, no_data: missing, reason }) {
      const table =
        firing.length === 0
          ? emptyState(sentence(reason ?? 'no signal fires'))
          : html`<table>!${caption('Signals that fire')}<thead><tr><th><span class="hidden">Stance</span></th><th>Signal</th><th class="r">Reading and its place within its own year</th></tr></thead><tbody>!${firing.map(row)}</tbody></table>`
      const without = missing.map(({ name, reason: why }) => `${name} (${why ?? 'no reason is known'})`)
      const noData =
        n === 0 && without.length === 0
          ? html`<b class="warn">No data</b> on any signal.`
          : html`<b class="warn">No data:</b> ${without.join('; ') || 'none'}.`
      return html`!${table}
<p class="small">!${noData}</p>
<p class="small"><b class="warn">Alerts:</b> ${activeWords(alerts)}</p>`
    },
  })
}
