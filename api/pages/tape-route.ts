import { html } from 'ghtml'
import { eastern } from '../../shared/time/eastern.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { stack } from './card.ts'
import { activeSignalsCard } from './cards/active-signals.ts'
import { aiReadCard } from './cards/ai-read.ts'
import { gammaRailCard } from './cards/gamma-rail.ts'
import { livePrices } from './cards/live-prices.ts'
import { marketStateCard } from './cards/market-state.ts'
import { picksCard } from './cards/picks.ts'
import { flipsCard } from './cards/what-flips-it.ts'
import { cockpitReads } from './cockpit-reads.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'

const HISTORY_SESSIONS = '60'
const WIRES_SHOWN = 10
const NAMES_SHOWN = 8

export const tapePage = definePage({
  path: '/tape',
  summary: 'The cockpit: state, signals and levels on one page',
  description:
    'Market state, active signals, the gamma rail, the AI read and the picks. It refreshes every 60 seconds, and each card ' +
    'stands alone: one whose data is missing says why.',
  reads: () => ({
    ...cockpitReads(HISTORY_SESSIONS),
    board: reading<Answer<'getActionBoard'>>('/api/v1/screener/company-action-board', { restsOn: 'picks' }),
    candidates: reading<Answer<'listCandidates'>>('/api/v1/screener/candidates', { query: { limit: '1' } }),
  }),
  render(documents, _input, context) {
    const now = knownNow(context)
    const { regime, health_score: score } = documents.signals.value ?? { regime: null, health_score: null }
    return {
      title: `Tape: ${regime ?? 'no regime'}, ${score === null ? 'no score' : `${score} of 100`}`,
      description: 'The cockpit: market state, active signals and the gamma rail.',
      refreshesWithoutScript: true,
      scripts: ['live.js'],
      main: html`<div class="top"><h1>Tape</h1>!${livePrices()}</div>
!${stack(5, [marketStateCard(documents), activeSignalsCard(documents.alignment, documents.alerts)])}
!${stack(7, [
        gammaRailCard(documents.rail, 7),
        aiReadCard(documents.verdict, { now, width: 12 }),
        flipsCard(documents.tripwires, documents.breakdown, WIRES_SHOWN),
      ])}
!${picksCard({
        board: documents.board,
        candidates: documents.candidates,
        today: now === null ? null : eastern(now).day,
        shown: NAMES_SHOWN,
      })}`,
    }
  },
})
