import { html } from 'ghtml'
import type { Answer } from './answers.ts'
import { card, emptyState, proseTable, sentence } from './card.ts'
import { aiReadCard, writerWords } from './cards/ai-read.ts'
import { definePage } from './define-page.ts'
import { type Known, reading } from './page-documents.ts'
import { timeWords } from './words.ts'

type History = Answer<'listVerdicts'>
type Cycle = History['cycles'][number]
type Llm = NonNullable<Cycle['llm']>

const LIMIT = '60'
const GRADES = { risk_band: 'Risk band', magnitude: 'Size of the next move', trade_idea: 'Ideas' } as const

const directionWords = ({ verdict }: Llm): string =>
  Object.entries(verdict.direction)
    .map(([horizon, { label, confidence }]) => `${horizon} ${label} (${confidence} of 5)`)
    .join(', ')

function ideaWords({ verdict: { trade_idea: idea, trade_idea_meta: meta } }: Llm): string {
  if (!idea || !meta) return ''
  return `${meta.underlying} ${meta.profit_direction}, ${meta.horizon} sessions: ${idea}`
}

function row({ scheduled_for: at, origin, state, verdict, llm, fallback }: Cycle): string {
  const who = state === null ? '' : writerWords(state)
  const own =
    verdict === null
      ? html`<span class="mute">no verdict at this slot</span>`
      : html`risk ${verdict.risk.band ?? 'unknown'}, ${verdict.magnitude.class ?? 'unknown'} move`
  const opinion = llm === null ? (fallback ?? '') : directionWords(llm)
  return html`<tr><th scope="row">!${timeWords(at)}<br><span class="small mute">${origin}</span></th><td>!${own}</td><td class="small">${state?.text ?? ''} <span class="mute">${who}</span></td><td class="small">${opinion}<br>${llm === null ? '' : ideaWords(llm)}</td></tr>`
}

function gradesCard(history: Known<History>): string {
  return card({
    title: 'How the verdicts came out',
    width: 7,
    source: '/api/v1/ai2/history',
    document: history,
    aside: ({ cycles_recorded: recorded, tracking_started: since }) =>
      html`${String(recorded)} recorded!${since === null ? '' : html` since !${timeWords(since)}`}`,
    body({ grades, twin, cycles_backfilled: backfilled }) {
      const rows = (Object.keys(GRADES) as (keyof typeof GRADES)[]).map((key) => {
        const { verdict, matured, reason } = grades[key]
        return html`<tr><th scope="row">${GRADES[key]}</th><td>${verdict.replaceAll('_', ' ')}</td><td class="n">${String(matured)}</td><td class="small">${reason === null ? '' : sentence(reason)}</td></tr>`
      })
      return html`!${proseTable('Grades', '<th>Claim</th><th>Against what it must beat</th><th class="n">Matured</th><th>Why</th>', rows)}
<p><b>The language model and its twin:</b> ${twin.sentence}</p>
!${backfilled === 0 ? '' : html`<p class="small mute">${String(backfilled)} cycles of simulated months are marked backfill and are no part of these grades.</p>`}`
    },
  })
}

export const verdictsPage = definePage({
  path: '/verdicts',
  summary: 'The verdicts of the AI read and how they came out',
  description: 'The standing verdict, the newest 60 cycles with what each writer said, the grades, and the twin.',
  reads: () => ({
    verdict: reading<Answer<'getVerdict'>>('/api/v1/ai2/verdict'),
    past: reading<History>('/api/v1/ai2/history', { query: { limit: LIMIT } }),
  }),
  render: ({ verdict, past }) => ({
    title: 'Verdicts',
    description: 'What the AI read said about the US market, and how it came out.',
    main: html`<h1>Verdicts</h1>
!${aiReadCard(verdict, 5, true)}
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
          : proseTable('Cycles', '<th>When</th><th>Verdict</th><th>State</th><th>Language model</th>', cycles.map(row)),
    })}`,
  }),
})
