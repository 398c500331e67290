import type { AlertRule } from './alert.ts'
import { createAlertEngine } from './alert-engine.ts'
import { breadthCollapse, breadthDivergence } from './breadth.ts'
import { breakevenSpike } from './breakevens.ts'
import { correlationBreak } from './correlation.ts'
import { hyOasWidening } from './credit.ts'
import { dixExtreme } from './dark-pool.ts'
import { gexNegative, zeroGammaLost } from './dealer-gamma.ts'
import { dollarSurge } from './dollar.ts'
import { oilSpike, wtiShock } from './oil.ts'
import { regimeChange } from './regime-change.ts'
import { sourceOutage } from './source-outage.ts'
import { vixBackwardation, vixPanic, vixSpike } from './volatility.ts'
import { curveInversion } from './yield-curve.ts'

export { ALERT_RULES_VERSION } from './alert.ts'
export { evaluateCustom, metricNamed, rehearse } from './custom-alert.ts'
export { whatFollowed } from './what-followed.ts'

/** Every alert kind, in the order of the catalogue. */
export const alertRules: readonly AlertRule[] = [
  wtiShock,
  oilSpike,
  breakevenSpike,
  vixSpike,
  vixPanic,
  vixBackwardation,
  hyOasWidening,
  gexNegative,
  zeroGammaLost,
  breadthCollapse,
  breadthDivergence,
  curveInversion,
  dixExtreme,
  dollarSurge,
  correlationBreak,
  regimeChange,
  sourceOutage,
]

export const alertEngine = createAlertEngine(alertRules)
