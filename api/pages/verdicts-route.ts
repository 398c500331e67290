import { html } from 'ghtml'
import { counted } from '../../shared/domain/number-words.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, sentence, wideTable } from './card.ts'
import { aiReadCard, tiedSizes, writerWords } from './cards/ai-read.ts'
import { definePage } from './define-page.ts'
import { type Known, reading } from './page-documents.ts'
import { timeWords } from './words.ts'

type History = Answer<'listVerdicts'>
type Cycle = History['cycles'][number]
type Llm = NonNullable<Cycle['llm']>

const LIMIT = '30'
const GRADES = { risk_band: 'Risk band', magnitude: 'Size of the next move', trade_idea: 'Ideas' } as const

const directionWords = ({ verdict }: Llm): string =>
  Object.entries(verdict.direction)
    .map(([horizon, { label, confidence }]) => `${horizon} ${label} (${confidence} of 5)`)
    .join(', ')

function ideaWords({ verdict: { trade_idea: idea, trade_idea_meta: meta } }: Llm): string {
  if (!idea || !meta) return ''
  return `${meta.underlying} ${meta.profit_direction}, ${counted(meta.horizon, 'session')}: ${idea}`
}

function row({ scheduled_for: at, origin, state, verdict, llm, fallback }: Cycle): string {
  const own =
    verdict === null
      ? html`<span class="mute">no verdict at this slot</span>`
      : html`risk ${verdict.risk.band ?? 'unknown'}, ${tiedSizes(verdict.magnitude).join(' or ') || 'unknown'} move`
  const lines = [
    ...(state === null ? [] : [`${state.text} (${writerWords(state)})`]),
    ...(llm === null ? [] : [`Language model: ${directionWords(llm)}. ${ideaWords(llm)}`]),
    ...(fallback == null ? [] : [sentence(fallback)]),
  ]
  const said = lines.map((line) => html`<br><span class="small">${line}</span>`)
  return html`<tr><th scope="row" class="nowrap">!${timeWords(at)}<br><span class="small mute">${origin}</span></th><td>!${own}!${said}</td></tr>`
}

function gradesCard(history: Known<History>): string {
  return card({
    title: 'How the verdicts came out',
    width: 5,
    source: '/api/v1/ai2/history',
    document: history,
    aside: ({ cycles_recorded: recorded, tracking_started: since }) =>
      html`${String(recorded)} recorded!${since === null ? '' : html` since !${timeWords(since)}`}`,
    body({ grades, twin, cycles_backfilled: backfilled }) {
      const rows = (Object.keys(GRADES) as (keyof typeof GRADES)[]).map((key) => {
        const { verdict, matured, reason } = grades[key]
        return html`<tr><th scope="row">${GRADES[key]}</th><td>${verdict.replaceAll('_', ' ')}<br><span class="small mute">${reason === null ? '' : sentence(reason)}</span></td><td class="n">${String(matured)}</td></tr>`
      })
      return html`!${wideTable('Grades', '<th>Claim</th><th>Against what it must beat</th><th class="n">Matured</th>', rows)}
<p><b>The language model and its twin:</b> ${twin.sentence}</p>
!${backfilled === 0 ? '' : html`<p class="small mute">${counted(backfilled, 'cycle')} of simulated months ${backfilled === 1 ? 'is marked backfill and does' : 'are marked backfill and do'} not count in these grades.</p>`}`
    },
  })
}

export const verdictsPage = definePage({
  path: '/verdicts',
  summary: 'The verdicts of the AI read and how they came out',
  description: 'The standing verdict, the newest 30 cycles with what each writer said, the grades, and the twin.',
  reads: () => ({
    verdict: reading<Answer<'getVerdict'>>('/api/v1/ai2/verdict', { restsOn: 'recompute' }),
    past: reading<History>('/api/v1/ai2/history', { query: { limit: LIMIT }, restsOn: 'verdicts' }),
  }),
  render: ({ verdict, past }, _input, context) => ({
    title: 'Verdicts',
    description: 'What the AI read said about the US market, and how it came out.',
    main: html`<h1>Verdicts</h1>
!${aiReadCard(verdict, { now: knownNow(context), width: 7, isOwnPage: true })}
!${gradesCard(past)}
!${card({
      title: 'Past cycles',
      width: 12,
      source: '/api/v1/ai2/history',
      document: past,
      aside: ({ count }) => html`${String(count)} newest`,
      body: ({ cycles, reason }) =>
        cycles.length === 0
          ? emptyState(sentence(reason ?? 'no cycle has been written yet'))
          : wideTable('Cycles', '<th>When</th><th>Verdict and its text</th>', cycles.map(row)),
    })}`,
  }),
})
