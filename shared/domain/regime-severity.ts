import type { Severity } from './contract/alert.ts'
import { Regime } from './contract/signals.ts'

/** An improvement of the regime is information; a decline warns, and into one of the two worst regimes it is critical. */
export function regimeSeverity(before: Regime, after: Regime): Severity {
  // The options of the contract are ordered from best to worst.
  const [from, to] = [Regime.options.indexOf(before), Regime.options.indexOf(after)]
  if (to < from) return 'info'
  return to >= Regime.options.indexOf('RISK-OFF') ? 'critical' : 'warning'
}
