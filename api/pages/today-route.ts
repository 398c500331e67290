import { html } from 'ghtml'
import { eastern } from '../../shared/time/eastern.ts'
import { knownNow } from '../database/service-time.ts'
import type { Answer } from './answers.ts'
import { stack } from './card.ts'
import { activeSignalsCard } from './cards/active-signals.ts'
import { aiReadCard } from './cards/ai-read.ts'
import { alertsCard } from './cards/alerts.ts'
import { changesCard } from './cards/changes.ts'
import { componentsCard } from './cards/components.ts'
import { fallsCard } from './cards/falls.ts'
import { gammaRailCard } from './cards/gamma-rail.ts'
import { livePrices } from './cards/live-prices.ts'
import { marketStateCard } from './cards/market-state.ts'
import { nextEventsCard } from './cards/next-events.ts'
import { sourcesCard } from './cards/sources.ts'
import { watchlistCard } from './cards/watchlist.ts'
import { flipsCard } from './cards/what-flips-it.ts'
import { cockpitReads } from './cockpit-reads.ts'
import { definePage } from './define-page.ts'
import { reading, YEAR_SESSIONS } from './page-documents.ts'

const WIRES_SHOWN = 5

/** The newest cycle known at midnight is the last one of the session before. */
function sinceMidnight(now: Date | null): { from: string } | undefined {
  if (now === null) return undefined
  const { day, offset } = eastern(now)
  return { from: `${day}T00:00:00${offset}` }
}

function headline(signals: Answer<'getLatestSignals'> | null): string {
  if (signals?.regime == null) return 'The state of the market is not known'
  const { regime, health_score: score } = signals
  return `The market is ${regime}, health ${score === null ? 'unknown' : `${score} of 100`}`
}

export const todayPage = definePage({
  path: '/',
  summary: 'Today: the state of the market and why',
  description: 'Regime, score, what changed, alerts, what would flip it, next events and the health of the sources.',
  reads: (_input, context) => {
    const query = sinceMidnight(knownNow(context))
    return {
      ...cockpitReads(YEAR_SESSIONS),
      record: reading<Answer<'getAlertTrackRecord'>>('/api/v1/alerts/track-record', { restsOn: 'alerts' }),
      diff: reading<Answer<'compareSignals'>>('/api/v1/signals/diff', query ? { query } : {}),
      lastDiff: reading<Answer<'compareSignals'>>('/api/v1/signals/diff'),
      fed: reading<Answer<'getFedMeetingOdds'>>('/api/v1/signals/fedwatch'),
      gamma: reading<Answer<'getGamma'>>('/api/v1/signals/gamma'),
      falls: reading<Answer<'getDrawdownRisk'>>('/api/v1/signals/drawdown-risk', { restsOn: 'recompute' }),
      sources: reading<Answer<'getSourceHealth'>>('/api/v1/source-health'),
      watchlist: reading<Answer<'getWatchlist'>>('/api/v1/company/watchlist', { restsOn: 'panels' }),
      watched: reading<Answer<'listWatchlistChanges'>>('/api/v1/company/watchlist/changes'),
    }
  },
  render(documents, _input, context) {
    const words = headline(documents.signals.value)
    const now = knownNow(context)
    // On the first day there is no cycle of yesterday.
    const sinceYesterday = documents.diff.value?.to ? documents.diff : documents.lastDiff
    return {
      title: words,
      description: documents.signals.value?.regime_reason?.slice(0, 200) ?? 'What state the US market is in, and why.',
      scripts: ['live.js'],
      main: html`<div class="top"><h1>${words}</h1>!${livePrices()}</div>
!${stack(5, [
        marketStateCard(documents),
        fallsCard(documents.falls),
        alertsCard(documents.alerts, documents.record),
        activeSignalsCard(documents.alignment, documents.alerts),
        nextEventsCard({ ...documents, now }),
      ])}
!${stack(7, [
        gammaRailCard(documents.rail, 7),
        flipsCard(documents.tripwires, documents.breakdown, WIRES_SHOWN),
        changesCard(sinceYesterday),
        aiReadCard(documents.verdict, { now, width: 12 }),
        watchlistCard(documents.watchlist, documents.watched),
        sourcesCard(documents.sources),
      ])}
!${componentsCard(documents.breakdown)}`,
    }
  },
})
