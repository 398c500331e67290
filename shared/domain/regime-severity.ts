import type { Severity } from './contract/alert.ts'
import { Regime } from './contract/signals.ts'

const FROM_BEST_TO_WORST: readonly string[] = Regime.options

/** An improvement of the regime is information; a decline warns, and into one of the two worst regimes it is critical. */
export function regimeSeverity(before: string, after: string): Severity {
  const [from, to] = [FROM_BEST_TO_WORST.indexOf(before), FROM_BEST_TO_WORST.indexOf(after)]
  if (to < from) return 'info'
  return to >= FROM_BEST_TO_WORST.indexOf('RISK-OFF') ? 'critical' : 'warning'
}
