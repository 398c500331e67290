import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import { meter } from '../charts/meter.ts'
import type { Known } from '../page-documents.ts'
import { observedWords, percentileWords } from '../words.ts'

type Breakdown = Answer<'getScoreBreakdown'>
type Component = Breakdown['components'][number]

type Scored = Pick<Component, 'status' | 'display' | 'reason' | 'points' | 'points_exact' | 'max' | 'max_when_live'>

/** Returns what a component reads, or why it has no reading. */
export const readingWords = ({ status, display, reason }: Scored): string =>
  status === 'ready' ? display : (reason ?? 'no reading')

/** Points with a decimal, since whole ones would not sum to those of the score; none are earned without a reading. */
export const pointsWords = ({ status, points, points_exact: exact, max, max_when_live: most }: Scored): string =>
  status === 'ready' ? `${exact === undefined ? points : exact.toFixed(1)} of ${max}` : `none of ${most}`

const row = (component: Component): string => {
  const { key, name, percentile, level, inputs } = component
  return html`<tr><th scope="row"><a href="/signals/${key}">${name}</a><br><span class="small mute">${level?.label ?? ''}</span></th><td class="r">${readingWords(component)}</td><td class="n">${pointsWords(component)}</td><td class="n">!${meter(percentile)} <span class="small">${percentileWords(percentile)}</span></td><td class="roomy small mute">${inputs.map(({ series, source, for: day }) => `${series} of ${source}, ${observedWords(day)}`).join('; ')}</td></tr>`
}

/** Every component of the score with where its figure comes from. */
export function componentsCard(breakdown: Known<Breakdown>): string {
  return card({
    title: 'The 13 components of the score',
    width: 12,
    source: '/api/v1/signals/score/breakdown',
    document: breakdown,
    aside: ({ points, points_exact: exact, live_points: live, components }) =>
      html`${components.length === 0 ? '' : `${exact == null ? points : exact.toFixed(1)} of ${live} points`}`,
    body: ({ components, reason }) =>
      components.length === 0
        ? emptyState(sentence(reason ?? 'no component is known'))
        : wideTable(
            'Components',
            '<th>Component</th><th class="r">Reading</th><th class="n">Points</th><th class="n">Of its year</th><th class="roomy">Series, source and day</th>',
            components.map(row),
          ),
  })
}
