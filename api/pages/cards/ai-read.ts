import { html } from 'ghtml'
import { easternIso } from '../../../shared/time/eastern.ts'
import { weekdayWords } from '../../../shared/time/eastern-words.ts'
import { type ReadTime, readsDue } from '../../../shared/time/read-times.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { momentWords, percentWords, timeWords } from '../words.ts'
import { RISK_TONES } from './falls.ts'

type Read = Answer<'getVerdict'>
type Verdict = NonNullable<Read['verdict']>

const SIZES = ['small', 'normal', 'big'] as const
const SOURCES = { persisted: 'written today', computed: 'computed now, not recorded' } as const

/** Names the writer of a narrative, so that readers do not take one writer for the other. */
export function writerWords({ writer, simulated }: { writer: string; simulated?: boolean }): string {
  if (writer !== 'llm') return 'fixed wording'
  return simulated ? 'simulated analyst' : 'language model'
}

/** The three sizes with their percents and probabilities, and which of them the table cannot tell apart. */
function sizesWords(magnitude: Verdict['magnitude']): string {
  const { normal_from_pct: normal, big_from_pct: big, about_as_likely: others = [] } = magnitude
  const range = (words: (from: string, to: string) => string): string =>
    normal == null || big == null ? '' : ` (${words(normal.toFixed(2), big.toFixed(2))})`
  const sizes = [
    `small${range((from) => `below ${from} %`)} ${percentWords(magnitude.p_small)}`,
    `normal${range((from, to) => `${from} to ${to} %`)} ${percentWords(magnitude.p_normal)}`,
    `big${range((_from, to) => `${to} % or more`)} ${percentWords(magnitude.p_big)}`,
  ]
  const tied = others.length === 0 ? '' : ` ${sentence(`${tiedSizes(magnitude).join(' and ')} are about as likely`)}`
  const move = magnitude.session === undefined ? 'Next session’s move' : `Move of ${weekdayWords(magnitude.session)}`
  return `${move}, either way: ${sizes.join(', ')}${magnitude.calibrated ? '.' : ' (uncalibrated).'}${tied}`
}

/** The likeliest size and those that are about as likely, the smallest first. */
export const tiedSizes = ({ class: likeliest, about_as_likely: others = [] }: Verdict['magnitude']): string[] =>
  SIZES.filter((size) => size === likeliest || others.includes(size))

function verdictBody(verdict: Verdict): string {
  const { risk, magnitude, downturn_read: downturn, whats_happening: happening, what_flips_it: lines } = verdict
  const size =
    magnitude.class === null
      ? sentence(magnitude.reason ?? 'the size of the next move is not stated')
      : sizesWords(magnitude)
  const flips = lines.map(
    ({ text, risk: direction }) =>
      html`<li>${text} <span class="chip ${direction === 'risk-up' ? 'bad' : 'good'}">${direction}</span></li>`,
  )
  return html`<p><span class="badge ${risk.band === null ? 'flat' : RISK_TONES[risk.band]}">${risk.band === null ? 'no risk band' : `risk ${risk.band}`}</span> <span class="chip">${downturn.label ?? 'not read'}</span> <span class="mute small">${risk.trend ?? 'no trend'}</span></p>
<p>${happening.text}</p>
<p class="small mute">${writerWords(happening)}, !${timeWords(happening.written_at)}</p>
<p class="small">${risk.sentence}</p>
<p class="small">${size}</p>
<p class="small">${verdict.likelihood.sentence}</p>
!${flips.length === 0 ? emptyState('No live level is near enough to list.') : html`<ul class="plain">!${flips}</ul>`}
<p class="note mute">${verdict.uncertainty_note}</p>`
}

/** The next planned read and the next verdict; without a verdict, every read that is left. */
function dueWords(now: Date | null, hasVerdict: boolean): string {
  if (now === null) return ''
  const due = readsDue(now)
  const at = (read: ReadTime) => momentWords(easternIso(read.at), easternIso(now))
  if (!hasVerdict) {
    const lines = due.map(
      (read) =>
        html`<li>!${at(read)} <span class="mute">${read.hasVerdict ? 'words and a verdict' : 'words'}</span></li>`,
    )
    return html`<p class="small mute">Due next:</p><ul class="plain small">!${lines}</ul>`
  }
  const [next] = due
  const verdict = due.find((read) => read.hasVerdict)
  if (!next) return ''
  const later = verdict && verdict !== next ? html`, next verdict !${at(verdict)}` : ''
  return html`<p class="small mute">Next read !${at(next)}${verdict === next ? ', with a verdict' : ''}!${later}.</p>`
}

interface AiReadOptions {
  now: Date | null
  width: 7 | 12
  isOwnPage?: boolean
}

/** The standing verdict in full, with who wrote its words and what is due next. */
export function aiReadCard(read: Known<Read>, { now, width, isOwnPage = false }: AiReadOptions): string {
  return card({
    title: 'AI read',
    width,
    source: '/api/v1/ai2/verdict',
    document: read,
    aside: ({ source }) =>
      html`${source === null ? '' : SOURCES[source]}!${isOwnPage ? '' : ' <a href="/verdicts">all verdicts</a>'}`,
    body: ({ verdict, reason }) =>
      html`!${verdict === null ? emptyState(sentence(reason ?? 'there is no verdict')) : verdictBody(verdict)}!${dueWords(now, verdict !== null)}`,
  })
}
