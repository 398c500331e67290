import type { Answer } from './answers.ts'
import { reading } from './page-documents.ts'

/** Documents of a cycle are computed again once the history is there. */
const RECOMPUTED = { restsOn: 'recompute' } as const

/** The documents that the cockpit and the page of the day both show; `sessions` of the score's past. */
export const cockpitReads = (sessions: string) => ({
  signals: reading<Answer<'getLatestSignals'>>('/api/v1/signals/latest', RECOMPUTED),
  history: reading<Answer<'getSignalHistory'>>('/api/v1/signals/history', {
    query: { days: sessions },
    restsOn: 'days',
  }),
  log: reading<Answer<'getRegimeLog'>>('/api/v1/signals/regime-log', { restsOn: 'days' }),
  fragility: reading<Answer<'getFragility'>>('/api/v1/signals/fragility', RECOMPUTED),
  alignment: reading<Answer<'getAlignment'>>('/api/v1/signals/alignment', RECOMPUTED),
  alerts: reading<Answer<'listActiveAlerts'>>('/api/v1/alerts/active'),
  tripwires: reading<Answer<'listTripwires'>>('/api/v1/tripwires'),
  breakdown: reading<Answer<'getScoreBreakdown'>>('/api/v1/signals/score/breakdown', RECOMPUTED),
  verdict: reading<Answer<'getVerdict'>>('/api/v1/ai2/verdict', RECOMPUTED),
  rail: reading<Answer<'getGammaRail'>>('/api/v1/signals/gamma-rail'),
})
