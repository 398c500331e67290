import { html } from 'ghtml'
import { z } from 'zod'
import { components } from '../../pipeline/signals/index.ts'
import type { SignalKey } from '../../shared/domain/contract/transition.ts'
import { counted, dollarBillions, dollarPrice, trueSigned } from '../../shared/domain/number-words.ts'
import { dayWords } from '../../shared/time/eastern-words.ts'
import { refuseComponent } from '../signals/refuse-component.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, sentence, stack, wideTable } from './card.ts'
import { pointsWords, readingWords } from './cards/components.ts'
import { signalAlertsCard } from './cards/signal-alerts.ts'
import { signalRevisionsCard } from './cards/signal-revisions.ts'
import { lineChart } from './charts/line-chart.ts'
import { definePage } from './define-page.ts'
import { reading, YEAR_SESSIONS } from './page-documents.ts'
import { observedWords, percentileWords, percentWords, timeWords, trueMinus } from './words.ts'

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
} as const satisfies Record<SignalKey, keyof Row>

/** The middle four fifths and the middle half of the sessions that are shown. */
const BANDS = [
  { low: 0.1, high: 0.9 },
  { low: 0.25, high: 0.75 },
] as const
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

/** A value of each signal in the unit and with the digits of its reading, so that the two can be compared. */
const VALUES: Readonly<Record<SignalKey, (value: number) => string>> = {
  dix: (value) => percentWords(value, 1),
  gex: (value) => trueMinus(dollarBillions(value)),
  hy_oas: (value) => `${value.toFixed(2)} %`,
  breadth: (value) => `${value.toFixed(1)} %`,
  vix: (value) => value.toFixed(2),
  vix_term: (value) => value.toFixed(3),
  skew: (value) => value.toFixed(1),
  yield_curve: (value) => trueSigned(value, 2),
  dollar: (value) => value.toFixed(2),
  oil: (value) => trueMinus(dollarPrice(value)),
  breakevens: (value) => `${value.toFixed(2)} %`,
  aaii: (value) => `${trueSigned(100 * value, 1)} points`,
  cot: (value) => `${trueSigned(value / 1e3, 1)}k contracts`,
}

/** The same for an axis, which has no room for the noun after the figure. */
const axisWords = (key: SignalKey, value: number): string => VALUES[key](value).replace(/ [a-z]+$/, '')

function pastOf(rows: readonly Row[], key: SignalKey, name: string): string {
  const points = rows.map((row, x) => ({ x, y: row[COLUMNS[key]] as number | null }))
  const sorted = points.flatMap(({ y }) => (y === null ? [] : [y])).toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.round(share * (sorted.length - 1))]!
  const hasBands = sorted.length >= BAND_SESSIONS_MIN
  const [first, last] = [rows[0]?.trade_date, rows.at(-1)?.trade_date]
  if (first === undefined || last === undefined || sorted.length < 2)
    return emptyState('No history of this signal is available yet.')
  const bands = hasBands ? BANDS.map(({ low, high }) => ({ low: at(low), high: at(high) })) : []
  const label = `${name} of ${rows.length} sessions from ${dayWords(first)} to ${dayWords(last)}`
  const words = (share: number): string => VALUES[key](at(share))
  const spans = hasBands
    ? `Half of the ${sorted.length} sessions lie in the darker band, ${words(0.25)} to ${words(0.75)}, and four fifths in the wider one, ${words(0.1)} to ${words(0.9)}.`
    : `${sorted.length} sessions have a reading; bands need ${BAND_SESSIONS_MIN}.`
  return html`!${lineChart({ label, points, from: dayWords(first), to: dayWords(last), format: (value) => axisWords(key, value), bands })}
<p class="small mute">${spans}</p>`
}

/** The drawn year, and the buttons by which a script replaces it by a chart to explore. */
const explorable = (drawn: string, member: string, name: string): string =>
  html`<div id="explore" data-member="${member}" data-name="${name}">!${drawn}</div>
<p id="ranges" class="actions" hidden><span class="small mute">Explore</span>!${RANGES.map(([sessions, words]) => html`<button type="button" aria-pressed="false" data-days="${sessions}">${words}</button>`)}</p>`

function flipWords(words: string, key: SignalKey, flip: Component['gains_at']): string {
  if (!flip) return html`<dt>${words}</dt><dd>nowhere within five usual moves</dd>`
  const away = flip.distance_moves === null ? '' : `, ${Math.abs(flip.distance_moves).toFixed(1)} usual moves away`
  return html`<dt>${words}</dt><dd>${VALUES[key](flip.value)}${away}; then ${counted(flip.points, 'point')}</dd>`
}

function standing(component: Component): string {
  const { key, percentile, percentile_window: window, n, level } = component
  return html`<dl><dt>Reading</dt><dd><b>${readingWords(component)}</b></dd>
<dt>Reads as</dt><dd>${level?.label ?? 'nothing'}</dd>
<dt>Points</dt><dd>${pointsWords(component)}</dd>
<dt>Percentile</dt><dd>${percentileWords(percentile)}${window ? ` of its ${window}` : ''}, ${String(n)} readings known</dd>
!${flipWords('One point more at', key as SignalKey, component.gains_at)}!${flipWords('One point less at', key as SignalKey, component.loses_at)}</dl>
!${component.weight_note == null ? '' : html`<p class="note mute">${sentence(component.weight_note)}</p>`}`
}

/** Finds where a curve of straight pieces has a height; null where it is nowhere or in several places. */
function placeOf(anchors: readonly { at: number; fraction: number }[], height: number | null): number | null {
  if (height === null) return null
  const found = anchors.slice(1).flatMap((right, index) => {
    const left = anchors[index]!
    const rise = right.fraction - left.fraction
    const share = (height - left.fraction) / rise
    return rise !== 0 && share > 0 && share <= 1 ? [left.at + share * (right.at - left.at)] : []
  })
  return found.length === 1 ? found[0]! : null
}

function curveOf({ name, curve, fraction }: Component): string {
  const points = curve.anchors.map(({ at, fraction: share }) => ({ x: at, y: share }))
  const [first, last] = [points[0]?.x ?? 0, points.at(-1)?.x ?? 0]
  const x = placeOf(curve.anchors, fraction)
  const label = `Points of ${name} by ${curve.measure}, from ${short(first)} to ${short(last)}; now ${fraction === null ? 'no reading' : percentWords(fraction)}`
  return html`!${lineChart({ label, points, from: short(first), to: short(last), format: (share) => percentWords(share), ...(x === null || fraction === null ? {} : { mark: { x, y: fraction } }) })}
<p class="small">Share of the points by ${curve.measure}. Better is ${curve.best}. ${fraction === null ? 'There is no reading now.' : `${x === null ? 'Now, at no single place of the curve' : 'The dot is now'}: ${percentWords(fraction)} of the points.`}</p>`
}

const inputRow = ({ series, value, for: day, known_at: known, source, quality }: Component['inputs'][number]): string =>
  html`<tr><th scope="row">${series}</th><td class="n">${short(value)}</td><td>${observedWords(day)}</td><td>!${timeWords(known)}</td><td>${source}, ${quality}</td></tr>`

const inputsOf = ({ inputs }: Component): string =>
  inputs.length === 0
    ? emptyState('No value of its series is known.')
    : wideTable(
        'Inputs',
        '<th>Series</th><th class="n">Value</th><th>For</th><th>Known at</th><th>Source</th>',
        inputs.map(inputRow),
      )

export const signalPage = definePage({
  path: '/signals/:key',
  summary: 'One signal: where it stands, its past and its curve',
  description:
    'The reading of one component of the health score, its last year, how a reading becomes points, and its inputs.',
  params: z.object({
    key: z.string().meta({ description: 'key of a component; any other is 404', example: 'vix' }),
  }),
  reads: ({ params: { key } }) => {
    if (!Object.hasOwn(COLUMNS, key)) throw refuseComponent()
    return {
      breakdown: reading<Breakdown>('/api/v1/signals/score/breakdown', { restsOn: 'recompute' }),
      history: reading<History>('/api/v1/signals/history', { query: { days: YEAR_SESSIONS }, restsOn: 'days' }),
      revisions: reading<Answer<'listSignalRevisions'>>('/api/v1/signals/revisions/:key', { params: { key } }),
      alerts: reading<Answer<'listAlertHistory'>>('/api/v1/alerts/history', {
        query: { days: '365' },
        restsOn: 'alerts',
      }),
    }
  },
  render({ breakdown, history, alerts, revisions }, { params: { key } }) {
    const component = breakdown.value?.components.find(({ key: own }) => own === key)
    const name = components.find(({ key: own }) => own === key)!.name
    const source = '/api/v1/signals/score/breakdown'
    const part =
      (body: (found: Component) => string) =>
      (value: Breakdown): string =>
        component ? body(component) : emptyState(sentence(value.reason ?? 'no reading is known'))
    return {
      title: `${name}: ${component?.status === 'ready' ? component.display : 'no reading'}`,
      description: `${name} as a part of the health score: its reading, its past and how it becomes points.`,
      scripts: ['signal.js'],
      styles: ['uplot.css'],
      main: html`<h1>${name}</h1>
!${stack(5, [
        card({ title: 'Where it stands', width: 5, source, document: breakdown, body: part(standing) }),
        card({ title: 'From reading to points', width: 5, source, document: breakdown, body: part(curveOf) }),
      ])}
!${stack(7, [
        card({
          title: 'Its last year',
          width: 7,
          source: '/api/v1/signals/history',
          document: history,
          body: ({ data }) => explorable(pastOf(data, key as SignalKey, name), COLUMNS[key as SignalKey], name),
        }),
        card({ title: 'Where its figures come from', width: 7, source, document: breakdown, body: part(inputsOf) }),
        signalRevisionsCard(revisions, key),
      ])}
!${signalAlertsCard(alerts, component?.inputs.map(({ series }) => series) ?? [])}
<p><a href="/">All signals</a></p>`,
    }
  },
})
