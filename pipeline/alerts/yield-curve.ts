import { atOrBelow, changeOf, defineAlert } from './alert.ts'
import { decisive, isMissing, observedOf } from './decisive-input.ts'

const CHANGE_SESSIONS = 20
/** The curve is inverted below zero; three usual daily moves (0.05 each) above zero it clearly is not. */
const POINTS = { fire: -0.01, clear: 0.15 }

export const curveInversion = defineAlert({
  id: 'CURVE_INVERSION',
  severity: 'info',
  series: ['t10y2y'],
  sessionsMax: CHANGE_SESSIONS + 1,
  intradayOnly: null,
  fires: 'the 10-year Treasury yields less than the 2-year one',
  clears: `it yields ${POINTS.clear} points more than the 2-year one, or above that`,
  read(inputs) {
    const view = decisive(inputs, 't10y2y')
    if (isMissing(view)) return view
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrBelow(view.latest.value, POINTS, 'points'),
      unit: 'points',
      statement: `10-year minus 2-year ${view.latest.value.toFixed(2)} points`,
      change: changeOf(view.points, CHANGE_SESSIONS),
      inputs: [view.input],
    }
  },
})
