import type { WireKey } from '../../shared/domain/contract/tripwire.ts'
import { decisive, isMissing } from '../alerts/decisive-input.ts'
import { chainLevel, isNoData, type MinuteInput, minuteInput } from './minute-input.ts'
import { defineWire, type NoData, noData, type TripwireInputs, type Wire } from './wire.ts'

/** Intraday levels move with each chain; a quarter of a percent is within the noise of the quote. */
const CHAIN_MARGIN = 0.0025
/** A usual half-day's move, since the average moves once a day. */
const AVERAGE_MARGIN = 0.005
const AVERAGE_SESSIONS = 50

type LevelOf = (inputs: TripwireInputs) => Pick<MinuteInput, 'value' | 'input'> | NoData

function belowLevel(key: WireKey, label: string, margin: number, levelOf: LevelOf, series: Wire['series'] = []): Wire {
  return defineWire({
    key,
    label,
    levelKind: 'spy_price',
    side: 'below',
    risk: 'risk-up',
    feed: 'minute',
    distanceIn: 'percent',
    series,
    read(inputs) {
      const spy = minuteInput(inputs, 'SPY', 'spy_close')
      if (isNoData(spy)) return spy
      const level = levelOf(inputs)
      if (isNoData(level)) return level
      return {
        status: 'observed',
        value: spy.value,
        level: level.value,
        rearm: level.value * (1 + margin),
        observedAt: spy.observedAt,
        inputs: [spy.input, level.input],
      }
    },
  })
}

/** The average of closes before today, since today's price is compared with it. */
function fiftyDayAverage(inputs: TripwireInputs): ReturnType<LevelOf> {
  const view = decisive({ ...inputs, quotes: {}, chain: null, missing: [], degraded: [] }, 'spy_close')
  if (isMissing(view)) return noData(view.reason)
  const closes = view.points.filter(({ day }) => day < inputs.day).slice(-AVERAGE_SESSIONS)
  if (closes.length < AVERAGE_SESSIONS) {
    return noData(`${closes.length} of ${AVERAGE_SESSIONS} closes of SPY are known`)
  }
  const value = closes.reduce((sum, close) => sum + close.value, 0) / AVERAGE_SESSIONS
  return { value, input: { ...view.input, series: 'spy_50dma', value } }
}

export const spyZeroGamma = belowLevel('spy_zero_gamma', 'SPY below zero gamma', CHAIN_MARGIN, (inputs) =>
  chainLevel(inputs, 'zeroGamma', 'zero gamma'),
)
export const spyPutWall = belowLevel('spy_put_wall', 'SPY below the put wall', CHAIN_MARGIN, (inputs) =>
  chainLevel(inputs, 'putWall', 'put wall'),
)
export const spy50dma = belowLevel('spy_50dma', 'SPY below its 50-day average', AVERAGE_MARGIN, fiftyDayAverage, [
  'spy_close',
])
