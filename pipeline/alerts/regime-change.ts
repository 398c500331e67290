import { Regime } from '../../shared/domain/contract/signals.ts'
import { regimeSeverity } from '../../shared/domain/regime-severity.ts'
import { nextSession } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { defineAlert, missing } from './alert.ts'

/** From best to worst. */
const ORDER: readonly string[] = Regime.options
const worse = (a: string, b: string): string => (ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b)

/** Remembers the last regime and the worst regime of its episode. */
const remember = (regime: string, worst: string): string => `${regime} ${worst}`

/**
 * Fires whenever the regime moves, and clears at the close of the session after the day it fired: one whole session in
 * the new regime. Until then a move back belongs to the same episode, and only a regime worse than any of the episode
 * begins a new one. That cannot happen more than four times, so nothing flaps and no panic is missed.
 */
export const regimeChange = defineAlert({
  id: 'REGIME_CHANGE',
  severity: 'warning',
  series: [],
  sessionsMax: 0,
  intradayOnly: null,
  fires: 'the market regime differs from the previous observation',
  clears: 'one whole session has passed after the day it changed, or a worse regime has begun a new episode',
  read({ regime: { regime, reason }, cutoff }) {
    if (regime === null) return missing(reason)
    return {
      status: 'observed',
      observedAt: cutoff,
      value: null,
      unit: '',
      fireLine: null,
      clearLine: null,
      fires: false,
      clears: false,
      statement: `The market regime is ${regime}`,
      firesWhen: 'changed since the previous observation',
      clearsWhen: 'one whole session has passed after the change',
      change: null,
      inputs: [],
      mark: regime,
    }
  },
  judge({ mark: regime = '', observedAt }, { mark, active }) {
    if (mark === null) return { fires: false, clears: false, mark: remember(regime, regime) }
    const [before = '', worst = ''] = mark.split(' ')
    const firesWhen = `before it was ${before}`
    const severity = regimeSeverity(before, regime)
    if (!active) return { fires: regime !== before, clears: false, mark: remember(regime, regime), firesWhen, severity }
    const isWorst = regime !== worst && worse(regime, worst) === regime
    const lasted = observedAt >= nextSession(eastern(active.firedAt).day).close
    return {
      fires: isWorst || (lasted && regime !== before),
      clears: isWorst || lasted,
      mark: remember(regime, worse(regime, worst)),
      firesWhen,
      severity,
      ...(isWorst ? { clearedBy: 'worse than any of the episode, so a new one begins' } : {}),
    }
  },
})
