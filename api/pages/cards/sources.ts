import { html } from 'ghtml'
import { counted } from '../../../shared/domain/number-words.ts'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { ageWords } from '../words.ts'

type Health = Answer<'getSourceHealth'>

const IDLE = { sign: '○', tone: 'flat' }
const SIGNS = {
  ok: { sign: '●', tone: 'good' },
  degraded: { sign: '◐', tone: 'warn' },
  failed: { sign: '✕', tone: 'bad' },
  never_ran: IDLE,
  not_configured: IDLE,
  not_accepted: IDLE,
} as const

/** The rarest source runs once a week. Back-filled runs belong to old days, so no age is shown for them. */
const AGE_MAX_S = 14 * 86_400

function since({ age_seconds: age, last_success_at: at }: Health['sources'][number]): string {
  if (age === null || at === null) return 'no success yet'
  return age <= AGE_MAX_S ? `${ageWords(age)} ago` : `last for ${dayWords(at)}, with nothing newer yet`
}

const gapWords = ({ gaps_today: gaps }: Health['sources'][number]): string =>
  gaps === null || gaps === 0 ? '' : `; ${counted(gaps, 'optional document')} failed today`

function row(health: Health['sources'][number]): string {
  const { source, state, last_error: error } = health
  const { sign, tone } = state === null ? IDLE : SIGNS[state]
  const beside = state === 'never_ran' || state === null ? '' : `, ${error ?? `${since(health)}${gapWords(health)}`}`
  return html`<li><span><span class="${tone}" aria-hidden="true">${sign}</span> <b>${source}</b></span><span class="small"><span class="${tone}">${state?.replaceAll('_', ' ') ?? 'not known'}</span>${beside}</span></li>`
}

export function sourcesCard(health: Known<Health>): string {
  return card({
    title: 'Sources',
    width: 12,
    source: '/api/v1/source-health',
    document: health,
    aside: ({ sources }) =>
      html`${String(sources.filter(({ state }) => state === 'ok').length)} of ${String(sources.length)} ok`,
    body: ({ sources }) =>
      sources.length === 0
        ? emptyState(sentence(health.reason ?? 'no source is known'))
        : html`<ul class="plain tiles">!${sources.map(row)}</ul>`,
  })
}
