import { html } from 'ghtml'
import { activeSignalsCard } from './cards/active-signals.ts'
import { aiReadCard } from './cards/ai-read.ts'
import { awaitedCard } from './cards/awaited.ts'
import { gammaRailCard } from './cards/gamma-rail.ts'
import { livePrices } from './cards/live-prices.ts'
import { marketStateCard } from './cards/market-state.ts'
import { flipsCard } from './cards/what-flips-it.ts'
import { cockpitReads } from './cockpit-reads.ts'
import { definePage } from './define-page.ts'
import { LIVE_REFRESH_SECONDS } from './page-documents.ts'

const HISTORY_SESSIONS = '60'

export const tapePage = definePage({
  path: '/tape',
  summary: 'The cockpit: state, signals and levels on one page',
  description:
    'Market state, active signals, the gamma rail, the AI read and the picks. It refreshes every 60 seconds, and each card ' +
    'stands alone: one whose data is missing says why.',
  reads: () => cockpitReads(HISTORY_SESSIONS),
  render(documents) {
    const { regime, health_score: score } = documents.signals.value ?? { regime: null, health_score: null }
    return {
      title: `Tape: ${regime ?? 'no regime'}, ${score ?? 'no score'} of 100`,
      description: 'The cockpit: market state, active signals and the gamma rail.',
      refreshSeconds: LIVE_REFRESH_SECONDS,
      scripts: ['live.js'],
      main: html`<h1>Tape</h1>
!${livePrices()}
!${marketStateCard(documents)}
!${gammaRailCard(documents.rail, 7)}
!${activeSignalsCard(documents.alignment, documents.alerts)}
!${flipsCard(documents.tripwires, documents.breakdown, 8)}
!${aiReadCard(documents.verdict, 12)}
!${awaitedCard('Picks', 'This service does not run a screener yet, so there is no pick, open or waiting.')}`,
    }
  },
})
