import { isSession } from '../../shared/time/calendar.ts'
import { eastern, easternExact, easternIso } from '../../shared/time/eastern.ts'
import { type Absent, type DailyView, dailyView, isAbsent, isFailing } from './daily-view.ts'
import type { ChainPoint, MarketInputs } from './market-inputs.ts'
import { PERCENTILE_SESSIONS_MIN } from './own-percentile.ts'
import { quoteIsOld } from './quote-age.ts'

/**
 * Dealer gamma: our own figure of the SPY chain once it has half a year of history, else the vendor's series, labelled.
 * The two differ in size and scope, so one percentile never mixes them.
 */
export function gammaView(inputs: MarketInputs): DailyView | Absent {
  const { view } = ownGammaView(inputs)
  const sessions = isAbsent(view) ? (inputs.series.gex_own?.length ?? 0) : view.points.length
  return sessions < PERCENTILE_SESSIONS_MIN ? vendorView(inputs, sessions) : view
}

/**
 * Our own figure of a chain, without the contracts that expire on its session. A closing chain no longer has them, so
 * an intraday chain that counted them would rank too high among closes, most of all on a monthly expiration.
 */
export const ownGamma = (chain: ChainPoint | null): number | null =>
  chain?.netGammaWithoutToday ?? chain?.netGamma ?? null

/** Our own figure, today's chain included, and whether its sign is certain. */
export function ownGammaView(inputs: MarketInputs): { view: DailyView | Absent; isCertain: boolean } {
  const own = inputs.series.gex_own ?? []
  const { chain } = inputs
  const gamma = ownGamma(chain)
  if (!chain || gamma === null || !isToday(chain, inputs) || own.at(-1)?.day === inputs.day) {
    const view = dailyView(inputs, 'gex_own')
    const sign = inputs.series.gex_own_sign?.at(-1)
    return { view, isCertain: !isAbsent(view) && sign?.day === view.latest.day && sign.value !== 0 }
  }
  const latest = { day: inputs.day, value: gamma }
  const input = chainInput(chain, gamma, inputs)
  const sign = chain.analysis?.without_today?.sign ?? chain.analysis?.sign
  return {
    view: { series: 'gex_own', points: [...own, latest], latest, input },
    isCertain: sign === 'positive' || sign === 'negative',
  }
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

export function chainInput(chain: ChainPoint, value: number, inputs: MarketInputs): DailyView['input'] {
  const old = quoteIsOld(chain.quotedAt, inputs.cutoff)
  return {
    series: 'gex_own',
    value,
    for: easternIso(chain.quotedAt),
    known_at: easternExact(chain.knownAt),
    source: chain.source,
    quality: old ? 'stale' : isFailing(inputs, chain.source) ? 'degraded' : 'fresh',
  }
}
