import { html } from 'ghtml'
import { z } from 'zod'
import { refuse } from '../http/errors.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, sentence, wideTable } from './card.ts'
import { signalAlertsCard } from './cards/signal-alerts.ts'
import { signalRevisionsCard } from './cards/signal-revisions.ts'
import { lineChart } from './charts/line-chart.ts'
import { definePage } from './define-page.ts'
import { reading, YEAR_SESSIONS } from './page-documents.ts'
import { dayWords, percentileWords, percentWords, timeWords } from './words.ts'

type Breakdown = Answer<'getScoreBreakdown'>
type Component = Breakdown['components'][number]
type History = Answer<'getSignalHistory'>
type Row = History['data'][number]

/** By component: the member of a daily row that holds its reading. */
const COLUMNS = {
  dix: 'dix',
  gex: 'gex',
  hy_oas: 'hy_oas',
  breadth: 'breadth',
  vix: 'vix_close',
  vix_term: 'vix_term',
  skew: 'skew',
  yield_curve: 'yield_curve',
  dollar: 'dollar',
  oil: 'oil',
  breakevens: 'breakevens',
  aaii: 'aaii',
  cot: 'cot',
} as const satisfies Record<string, keyof Row>
type Key = keyof typeof COLUMNS

/** The middle three fifths of the sessions that are shown. */
const BAND = { low: 0.2, high: 0.8 }
const BAND_SESSIONS_MIN = 60

/** Sessions that a reader may explore. */
const RANGES = [
  ['63', '63 sessions'],
  ['126', '126 sessions'],
  ['365', '365 sessions'],
] as const

const short = (value: number): string => {
  const size = Math.abs(value)
  if (size >= 1e9) return `${(value / 1e9).toFixed(1)}bn`
  if (size >= 1e4) return `${(value / 1e3).toFixed(0)}k`
  return size >= 100 ? value.toFixed(0) : value.toFixed(2)
}

function pastOf(rows: readonly Row[], key: Key, name: string): string {
  const points = rows.map((row, x) => ({ x, y: row[COLUMNS[key]] as number | null }))
  const sorted = points.flatMap(({ y }) => (y === null ? [] : [y])).toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!
  const band = sorted.length < BAND_SESSIONS_MIN ? {} : { band: { low: at(BAND.low), high: at(BAND.high) } }
  const [first, last] = [rows[0]?.trade_date, rows.at(-1)?.trade_date]
  if (first === undefined || last === undefined || sorted.length < 2) return emptyState('Its past is not there yet.')
  const label = `${name} from ${dayWords(first)} to ${dayWords(last)}, between ${short(sorted[0]!)} and ${short(sorted.at(-1)!)}`
  return html`!${lineChart({ label, points, from: dayWords(first), to: dayWords(last), format: short, ...band })}
<p class="small mute">${band.band ? `Three fifths of the ${sorted.length} sessions lie within the band.` : `${sorted.length} sessions have a reading; a band needs ${BAND_SESSIONS_MIN}.`}</p>`
}

/** The drawn year, and the buttons by which a script replaces it by a chart to explore. */
const explorable = (drawn: string, member: string, name: string): string =>
  html`<div id="explore" data-member="${member}" data-name="${name}">!${drawn}</div>
<p id="ranges" class="actions" hidden><span class="small mute">Explore</span>!${RANGES.map(([sessions, words]) => html`<button type="button" aria-pressed="false" data-days="${sessions}">${words}</button>`)}</p>`

function flipWords(words: string, flip: Component['gains_at']): string {
  if (!flip) return html`<dt>${words}</dt><dd>nowhere within five usual moves</dd>`
  const away = flip.distance_moves === null ? '' : `, ${Math.abs(flip.distance_moves).toFixed(1)} usual moves away`
  return html`<dt>${words}</dt><dd>${short(flip.value)}${away}; then ${String(flip.points)} points</dd>`
}

function standing(component: Component): string {
  const { display, points, max_when_live: most, percentile, percentile_window: window, n, level, reason } = component
  return html`<dl><dt>Reading</dt><dd><b>${display ?? reason ?? 'none'}</b></dd>
<dt>Reads as</dt><dd>${level?.label ?? 'nothing'}</dd>
<dt>Points</dt><dd>${String(points)} of ${String(most)}</dd>
<dt>Percentile</dt><dd>${percentileWords(percentile)}${window ? ` of its ${window}` : ''}, ${String(n)} readings known</dd>
!${flipWords('One point more at', component.gains_at)}!${flipWords('One point less at', component.loses_at)}</dl>
<p class="note mute">${sentence(component.weight_note ?? `Better is ${component.curve.best}`)}</p>`
}

function curveOf({ name, curve, fraction }: Component): string {
  const points = curve.anchors.map(({ at, fraction: share }) => ({ x: at, y: share }))
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0]
  const label = `Points of ${name} by ${curve.measure}, from ${short(first)} to ${short(last)}`
  return html`!${lineChart({ label, points, from: short(first), to: short(last), format: (share) => percentWords(share) })}
<p class="small">Share of the points by ${curve.measure}; ${curve.best}. Now: ${fraction === null ? 'no reading' : percentWords(fraction)}.</p>`
}

const inputRow = ({ series, value, for: day, known_at: known, source, quality }: Component['inputs'][number]): string =>
  html`<tr><th scope="row">${series}</th><td class="n">${short(value)}</td><td>${dayWords(day)}</td><td>!${timeWords(known)}</td><td>${source}, ${quality}</td></tr>`

export const signalPage = definePage({
  path: '/signals/:key',
  summary: 'One signal: where it stands, its past and its curve',
  description:
    'The reading of one component of the health score, its last year, how a reading becomes points, and its inputs.',
  params: z.object({
    key: z.string().meta({ description: 'key of a component; any other is 404', example: 'vix' }),
  }),
  reads: ({ params: { key } }) => {
    if (!Object.hasOwn(COLUMNS, key)) throw refuse('not_found')
    return {
      breakdown: reading<Breakdown>('/api/v1/signals/score/breakdown'),
      history: reading<History>('/api/v1/signals/history', { query: { days: YEAR_SESSIONS } }),
      revisions: reading<Answer<'listSignalRevisions'>>('/api/v1/signals/revisions/:key', { params: { key } }),
      alerts: reading<Answer<'listAlertHistory'>>('/api/v1/alerts/history', { query: { days: '365' } }),
    }
  },
  render({ breakdown, history, alerts, revisions }, { params: { key } }) {
    const component = breakdown.value?.components.find(({ key: own }) => own === key)
    const name = component?.name ?? key
    const source = '/api/v1/signals/score/breakdown'
    const part =
      (body: (found: Component) => string) =>
      (value: Breakdown): string =>
        component ? body(component) : emptyState(sentence(value.reason ?? 'no reading is known'))
    return {
      title: `${name}: ${component?.display ?? 'no reading'}`,
      description: `${name} as a part of the health score: its reading, its past and how it becomes points.`,
      scripts: ['signal.js'],
      styles: ['uplot.css'],
      main: html`<h1>${name}</h1>
!${card({ title: 'Where it stands', width: 5, source, document: breakdown, body: part(standing) })}
!${card({ title: 'Its last year', width: 7, source: '/api/v1/signals/history', document: history, body: ({ data }) => explorable(pastOf(data, key as Key, name), COLUMNS[key as Key], name) })}
!${card({ title: 'From reading to points', width: 6, source, document: breakdown, body: part(curveOf) })}
!${card({ title: 'Where its figures come from', width: 6, source, document: breakdown, body: part(({ inputs }) => wideTable('Inputs', '<th>Series</th><th class="n">Value</th><th>For</th><th>Known at</th><th>Source</th>', inputs.map(inputRow))) })}
!${signalAlertsCard(alerts, component?.inputs.map(({ series }) => series) ?? [])}
!${signalRevisionsCard(revisions, key)}
<p><a href="/">All signals</a></p>`,
    }
  },
})
