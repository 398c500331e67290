import { html } from 'ghtml'
import type { Answer } from './answers.ts'
import { activeSignalsCard } from './cards/active-signals.ts'
import { awaitedCard } from './cards/awaited.ts'
import { gammaRailCard } from './cards/gamma-rail.ts'
import { marketStateCard } from './cards/market-state.ts'
import { flipsCard } from './cards/what-flips-it.ts'
import { definePage } from './define-page.ts'
import { reading } from './page-documents.ts'

const REFRESH_SECONDS = 60
const HISTORY_SESSIONS = '60'

export const tapePage = definePage({
  path: '/tape',
  summary: 'The cockpit: state, signals and levels on one page',
  description:
    'Market state, active signals, the gamma rail, the AI read and the picks. It refreshes every 60 seconds, and each card ' +
    'stands alone: one whose data is missing says why.',
  reads: () => ({
    signals: reading<Answer<'getLatestSignals'>>('/api/v1/signals/latest'),
    history: reading<Answer<'getSignalHistory'>>('/api/v1/signals/history', { query: { days: HISTORY_SESSIONS } }),
    log: reading<Answer<'getRegimeLog'>>('/api/v1/signals/regime-log'),
    fragility: reading<Answer<'getFragility'>>('/api/v1/signals/fragility'),
    alignment: reading<Answer<'getAlignment'>>('/api/v1/signals/alignment'),
    alerts: reading<Answer<'listActiveAlerts'>>('/api/v1/alerts/active'),
    tripwires: reading<Answer<'listTripwires'>>('/api/v1/tripwires'),
    breakdown: reading<Answer<'getScoreBreakdown'>>('/api/v1/signals/score/breakdown'),
    rail: reading<Answer<'getGammaRail'>>('/api/v1/signals/gamma-rail'),
  }),
  render(documents) {
    const { regime, health_score: score } = documents.signals.value ?? { regime: null, health_score: null }
    return {
      title: `Tape: ${regime ?? 'no regime'}, ${score ?? 'no score'} of 100`,
      description: 'The cockpit: market state, active signals and the gamma rail.',
      refreshSeconds: REFRESH_SECONDS,
      main: html`<h1>Tape</h1>
!${marketStateCard(documents, 5)}
!${gammaRailCard(documents.rail, 7)}
!${activeSignalsCard(documents.alignment, documents.alerts)}
!${flipsCard(documents.tripwires, documents.breakdown, 8)}
!${awaitedCard('AI read', 12, 'This service does not write an AI read yet, so there is none to show.')}
!${awaitedCard('Picks', 12, 'This service does not run a screener yet, so there is no pick, open or waiting.')}`,
    }
  },
})
