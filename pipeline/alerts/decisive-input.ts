import type { InputReading } from '../../shared/domain/contract/signals.ts'
import type { SeriesId } from '../../shared/domain/market/series.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { type Absent, type DailyView, dailyView, isAbsent } from '../inputs/daily-view.ts'
import type { MarketInputs } from '../inputs/market-inputs.ts'
import { type Missing, missing } from './alert.ts'

/** A close counts as observed when the final daily row holds it, which is later than every quote of its day. */
const CLOSE_OBSERVED = '20:00'

/** A view that may decide: present, fresh, and not a last good value used because the fetch of a newer one failed. */
export const decisive = (inputs: MarketInputs, series: SeriesId): DailyView | Missing =>
  decisiveView(inputs, dailyView(inputs, series))

export function decisiveView(inputs: MarketInputs, view: DailyView | Absent): DailyView | Missing {
  if (isAbsent(view)) return missing(view.reason)
  const { input } = view
  if (input.quality === 'fresh') return view
  const absent = inputs.missing.find(({ source }) => source === input.source)
  if (absent) return missing(`source ${absent.source} did not deliver: ${absent.reason}`)
  return missing(
    input.quality === 'stale'
      ? `${input.series} ${forInWords(input)} is stale: a newer value is due`
      : `${input.series} ${forInWords(input)} is the last good value of ${input.source}, not a new one`,
  )
}

const forInWords = ({ for: what }: Pick<InputReading, 'for'>): string =>
  what.length > 10 ? `of ${easternInWords(new Date(what))}` : `for ${what}`

export const isMissing = (view: DailyView | Missing): view is Missing =>
  'status' in view && view.status === 'input_missing'

/** The instant an input is for: a quote's own, or the evening of a daily value's day. */
export const observedAt = ({ for: what }: Pick<InputReading, 'for'>): Date =>
  what.length > 10 ? new Date(what) : instantAt(tradingDay(what), CLOSE_OBSERVED)

/** Takes the oldest of several inputs: nothing is newly observed until all of them are. */
export const observedOf = (views: readonly DailyView[]): Date =>
  new Date(Math.min(...views.map(({ input }) => observedAt(input).getTime())))
