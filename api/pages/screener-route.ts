import { html } from 'ghtml'
import { counted } from '../../shared/domain/number-words.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { card, emptyState, proseTable, sentence } from './card.ts'
import { houseCards } from './cards/house.ts'
import { exitsCard, recordCard } from './cards/pick-record.ts'
import { picksCard } from './cards/picks.ts'
import { definePage } from './define-page.ts'
import { type Known, reading } from './page-documents.ts'
import { percentWords } from './words.ts'

type Trust = Answer<'getTrustBoard'>
type Exits = Answer<'listPickExits'>
type Record = Answer<'getBoardTrackRecord'>

const EXITS_SHOWN = '20'
const NAMES_SHOWN = 16
const PICKS = { restsOn: 'picks' } as const

/** How often placebos, picks made by chance, would have been hits. */
const placeboWords = (rate: number | null, placebos: number): string =>
  placebos === 0 ? 'no placebo yet' : `${percentWords(rate)} of ${counted(placebos, 'placebo')}`

const cohortWords = ({ cohorts_post_lock: own, cohorts_total: all }: Trust['archetypes'][number]): string =>
  own === all ? counted(own, 'cohort') : `${counted(own, 'cohort')}, ${all - own} more of back-fill`

function trustCard(trust: Known<Trust>): string {
  const headings = html`<th>Archetype</th><th class="r">P(edge)</th><th class="r">Contracts</th><th>Gauntlet</th><th>What would change it</th>`
  return card({
    title: 'How far each archetype may be trusted',
    width: 12,
    source: '/api/v1/screener/trust-board',
    document: trust,
    body({ archetypes, false_bettable: luck, reason }) {
      if (archetypes.length === 0) return emptyState(sentence(reason ?? 'no run has been decided yet'))
      const rows = archetypes.map(
        (each) =>
          html`<tr><th scope="row">${each.label} <span class="chip flat">${each.tier}</span><br><span class="small mute">${each.side}, ${each.horizon} sessions</span></th><td class="r">${percentWords(each.p_edge)}<br><span class="small mute">${cohortWords(each)}</span></td><td class="r">${percentWords(each.contract.hit_rate)}<br><span class="small mute">${each.contract.n} matured; ${placeboWords(each.contract.placebo_hit_rate ?? null, each.contract.placebos ?? 0)}</span></td><td>${each.gauntlet}<br><span class="small mute">${each.gauntlet_reason ?? 'judged at each month’s end'}</span></td><td class="small">${each.to_next_tier}<br><span class="mute">${each.luck?.sentence ?? ''}</span></td></tr>`,
      )
      return html`!${proseTable('trust of the archetypes', headings, rows)}<p class="note mute">${luck.sentence} P(edge) counts cohorts that scheduled runs recorded, not those of back-fill and imports.</p>`
    },
  })
}

export const screenerPage = definePage({
  path: '/screener',
  summary: 'The screener: locked picks, and how far they may be trusted',
  description:
    'Open picks, ripe candidates without a slot, the evidence of each archetype with its falsification test, and what ' +
    'ended picks came to beside those passed over.',
  reads: () => ({
    board: reading<Answer<'getActionBoard'>>('/api/v1/screener/company-action-board', PICKS),
    candidates: reading<Answer<'listCandidates'>>('/api/v1/screener/candidates', { query: { limit: '1' } }),
    trust: reading<Trust>('/api/v1/screener/trust-board', PICKS),
    record: reading<Record>('/api/v1/screener/board-track-record', PICKS),
    house: reading<Answer<'getScreenerHouse'>>('/api/v1/screener/house', PICKS),
    exits: reading<Exits>('/api/v1/screener/exits', { query: { limit: EXITS_SHOWN }, restsOn: 'picks' }),
  }),
  render(documents, _input, context) {
    const { board, candidates, trust, record, house, exits } = documents
    const now = knownNow(context)
    const today = now === null ? null : eastern(now).day
    return {
      title: 'Screener',
      description: 'Locked picks, and how far each archetype may be trusted.',
      main: html`<h1>Screener</h1>
!${picksCard({ board, candidates, today, shown: NAMES_SHOWN })}
!${trustCard(trust)}
!${houseCards(house)}
!${recordCard(record)}
!${exitsCard(exits)}`,
    }
  },
})
