import type { WireKey } from '../../shared/domain/contract/tripwire.ts'
import { isNoData, minuteInput } from './minute-input.ts'
import { defineWire, type Wire } from './wire.ts'

const vixAt = (key: WireKey, side: Wire['side'], lines: { level: number; rearm: number }): Wire =>
  defineWire({
    key,
    label: side === 'above' ? `VIX at or above ${lines.level}` : `VIX below ${lines.level}`,
    levelKind: 'vix_level',
    side,
    risk: side === 'above' ? 'risk-up' : 'risk-down',
    feed: 'minute',
    distanceIn: 'points',
    series: [],
    read(inputs) {
      const vix = minuteInput(inputs, 'VIX', 'vix_close')
      if (isNoData(vix)) return vix
      return { status: 'observed', value: vix.value, ...lines, observedAt: vix.observedAt, inputs: [vix.input] }
    },
  })

/** The re-arm line is a usual hour's move away. */
export const vix15 = vixAt('vix_15', 'below', { level: 15, rearm: 15.75 })
export const vix20 = vixAt('vix_20', 'above', { level: 20, rearm: 19 })
export const vix30 = vixAt('vix_30', 'above', { level: 30, rearm: 28 })

/** At 1 a month of volatility costs as much as three; on most days the ratio is 0.85 to 0.95. */
const INVERSION = { level: 1, rearm: 0.97 }

export const vixTermInversion = defineWire({
  key: 'vix_term_inversion',
  label: 'VIX at or above VIX3M',
  levelKind: 'vix_ratio',
  side: 'above',
  risk: 'risk-up',
  feed: 'minute',
  distanceIn: 'percent',
  series: [],
  read(inputs) {
    const vix = minuteInput(inputs, 'VIX', 'vix_close')
    if (isNoData(vix)) return vix
    const vix3m = minuteInput(inputs, 'VIX3M', 'vix3m_close')
    if (isNoData(vix3m)) return vix3m
    return {
      status: 'observed',
      value: vix.value / vix3m.value,
      ...INVERSION,
      observedAt: vix.observedAt < vix3m.observedAt ? vix.observedAt : vix3m.observedAt,
      inputs: [vix.input, vix3m.input],
    }
  },
})
