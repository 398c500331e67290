import { html } from 'ghtml'
import { dayWords } from '../../../shared/time/eastern-words.ts'
import type { Answer } from '../answers.ts'
import { card, emptyState, sentence, wideTable } from '../card.ts'
import type { Known } from '../page-documents.ts'
import { timeWords } from '../words.ts'

type Revisions = Answer<'listSignalRevisions'>

const SHOWN = 10

const row = ({ series, day, before, value, known_at: known, source }: Revisions['revisions'][number]): string =>
  html`<tr><th scope="row">${series}</th><td>${dayWords(day)}</td><td class="n">${String(before)}</td><td class="n">${String(value)}</td><td>!${timeWords(known)}</td><td>${source}</td></tr>`

/** The newest corrections of the values behind a signal. */
export const signalRevisionsCard = (document: Known<Revisions>, key: string): string =>
  card({
    title: 'Its revisions',
    width: 12,
    source: `/api/v1/signals/revisions/${key}`,
    document,
    body: ({ revisions, reason }) =>
      revisions.length === 0
        ? emptyState(sentence(reason ?? 'nothing has been corrected'))
        : wideTable(
            'Revisions',
            '<th>Series</th><th>For</th><th class="n">Before</th><th class="n">Value</th><th>Known at</th><th>Source</th>',
            revisions.slice(0, SHOWN).map(row),
          ),
  })
