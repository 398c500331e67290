import { html } from 'ghtml'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import { meter } from '../charts/meter.ts'
import type { Known } from '../page-documents.ts'
import { observedWords, percentileWords } from '../words.ts'

type Breakdown = Answer<'getScoreBreakdown'>
type Component = Breakdown['components'][number]

/** The column of points holds the contributions, which sum to the score; each component’s own rounded points would not. */
const row = ({ key, name, display, points, contribution, max, percentile, level, reason, inputs }: Component): string =>
  html`<tr><th scope="row"><a href="/signals/${key}">${name}</a><br><span class="small mute">${level?.label ?? ''}</span></th><td class="r">${display ?? reason ?? 'no reading'}</td><td class="n">${points === null ? '–' : String(contribution)} / ${String(max)}</td><td class="n">!${meter(percentile)} <span class="small">${percentileWords(percentile)}</span></td><td class="roomy small mute">${inputs.map(({ series, source, for: day }) => `${series} of ${source}, ${observedWords(day)}`).join('; ')}</td></tr>`

/** Every component of the score with where its figure comes from. */
export function componentsCard(breakdown: Known<Breakdown>): string {
  return card({
    title: 'The 13 components of the score',
    width: 12,
    source: '/api/v1/signals/score/breakdown',
    document: breakdown,
    aside: ({ points, live_points: live, components }) =>
      html`${components.length === 0 ? '' : `${points ?? 'unknown'} of ${live} points`}`,
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
