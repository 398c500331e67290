import { isSession } from '../../shared/time/calendar.ts'
import { eastern, easternExact, easternIso } from '../../shared/time/eastern.ts'
import { type Absent, type DailyView, dailyView, isAbsent } from './daily-view.ts'
import type { ChainPoint, MarketInputs } from './market-inputs.ts'
import { PERCENTILE_SESSIONS_MIN } from './own-percentile.ts'
import { quoteIsOld } from './quote-age.ts'

/**
 * Dealer gamma: our own figure of the SPY chain once it has half a year of history, else the vendor's series, labelled.
 * The two differ in size and scope, so one percentile never mixes them.
 */
export function gammaView(inputs: MarketInputs): DailyView | Absent {
  const own = inputs.series.gex_own ?? []
  const chain = inputs.chain
  const today = chain && chain.netGamma !== null && isToday(chain, inputs) ? { chain, netGamma: chain.netGamma } : null
  const closed = today && own.at(-1)?.day === inputs.day
  const sessions = own.length + (today && !closed ? 1 : 0)
  if (sessions < PERCENTILE_SESSIONS_MIN) return vendorView(inputs, sessions)
  if (!today || closed) return dailyView(inputs, 'gex_own')
  const latest = { day: inputs.day, value: today.netGamma }
  const input = chainInput(today.chain, today.netGamma, inputs)
  return { series: 'gex_own', points: [...own, latest], latest, input }
}

function vendorView(inputs: MarketInputs, ownSessions: number): DailyView | Absent {
  const view = dailyView(inputs, 'gex_vendor')
  if (!isAbsent(view)) return view
  return {
    status: 'not_ready',
    reason: `own chain history has ${ownSessions} of ${PERCENTILE_SESSIONS_MIN} sessions; ${view.reason}`,
    have: ownSessions,
    need: PERCENTILE_SESSIONS_MIN,
  }
}

const isToday = (chain: ChainPoint, { day }: MarketInputs): boolean =>
  isSession(day) && eastern(chain.quotedAt).day === day

export function chainInput(
  chain: ChainPoint,
  netGamma: number,
  { cutoff, degraded }: MarketInputs,
): DailyView['input'] {
  const old = quoteIsOld(chain.quotedAt, cutoff)
  return {
    series: 'gex_own',
    value: netGamma,
    for: easternIso(chain.quotedAt),
    known_at: easternExact(chain.knownAt),
    source: chain.source,
    quality: old ? 'stale' : degraded.includes(chain.source) ? 'degraded' : 'fresh',
  }
}
