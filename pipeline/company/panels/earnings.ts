import type { EarningsPanel } from '../../../shared/domain/contract/company/earnings.ts'
import type { EarningsRow } from '../../../shared/domain/market/company-record.ts'
import { hoursOn } from '../../../shared/time/calendar.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import { addDays, daysBetween, type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { type CompanyInputs, headOf, inputOf, mean, type Stored, shown } from '../inputs.ts'

type Time = EarningsRow['time']
type Past = EarningsPanel['history'][number]
const HISTORY_MAX = 12
const QUARTER_DAYS = 91

/** When the results came: at the acceptance of the first 8-K that holds them (item 2.02). */
function toldAt({ filings }: CompanyInputs, day: TradingDay): { day: TradingDay; time: Time } | null {
  const told = filings.findLast(({ row }) => {
    if (!row.form.startsWith('8-K') || !row.items.includes('2.02') || row.accepted_at === null) return false
    return Math.abs(daysBetween(eastern(new Date(row.accepted_at)).day, day)) <= 1
  })
  if (!told?.row.accepted_at) return null
  const at = new Date(told.row.accepted_at)
  const { day: on } = eastern(at)
  const { open, close } = hoursOn(on)
  return { day: on, time: at < open ? 'before_open' : at >= close ? 'after_close' : null }
}

/** The sessions around a report: the last close before it and the first after it. */
function movesAround({ bars }: CompanyInputs, day: TradingDay, time: Time) {
  const at = bars.findIndex((bar) => bar.day >= day)
  if (at < 0) return null
  const isOn = bars[at]!.day === day
  const before = bars[time === 'after_close' && isOn ? at : at - 1]
  const after = bars[time === 'before_open' || !isOn ? at : at + 1]
  return before && after ? { before, move: after.close / before.close - 1 } : null
}

function pastOf(inputs: CompanyInputs, { row }: Stored<EarningsRow>): Past {
  // An 8-K may follow a day after the results, so its time is used only where the calendar states none.
  const told = row.time === null ? toldAt(inputs, row.report_day) : null
  const came = told ?? { day: row.report_day, time: row.time }
  const around = movesAround(inputs, came.day, came.time)
  const eve = around && inputs.options.find(({ day }) => day <= around.before.day)
  const implied = eve?.row.report?.day === row.report_day ? eve.row.report.implied_move : null
  const surprise =
    row.eps === null || row.eps_forecast === null || row.eps_forecast === 0
      ? null
      : (row.eps - row.eps_forecast) / Math.abs(row.eps_forecast)
  return {
    day: row.report_day,
    // A time on another day does not belong to the listed report.
    time: came.day === row.report_day ? came.time : null,
    fiscal_month: row.fiscal_month,
    eps: row.eps,
    eps_forecast: row.eps_forecast,
    surprise: shown(surprise),
    move: shown(around?.move),
    implied_move: shown(implied),
    move_in_deviations: implied === null || !around ? null : shown(around.move / implied),
  }
}

type Forecast = Pick<
  NonNullable<EarningsPanel['next']>,
  'eps_forecast' | 'eps_forecast_source' | 'eps_forecast_day' | 'analysts'
>

const NO_FORECAST: Forecast = { eps_forecast: null, eps_forecast_source: null, eps_forecast_day: null, analysts: null }

/** The consensus of the report's quarter: that of the calendar or of the analysts' estimates, whichever was known later. */
function forecastOf({ knownAt, row }: Stored<EarningsRow>, { estimates }: CompanyInputs): Forecast {
  const snapshots = estimates.flatMap(({ day, knownAt: at, row: { quarters } }) => {
    const own = quarters.find(({ fiscal_end, eps }) => fiscal_end === row.fiscal_month && eps !== null)
    return own ? [{ day, at, own }] : []
  })
  const [newest] = snapshots
  if (newest && (row.eps_forecast === null || newest.at >= knownAt)) {
    const { eps, analysts } = newest.own
    return { eps_forecast: eps, eps_forecast_source: 'estimates', eps_forecast_day: newest.day, analysts }
  }
  if (row.eps_forecast === null) return { ...NO_FORECAST, analysts: row.analysts }
  return {
    eps_forecast: row.eps_forecast,
    eps_forecast_source: 'calendar',
    eps_forecast_day: eastern(knownAt).day,
    analysts: row.analysts,
  }
}

function nextOf(inputs: CompanyInputs, past: readonly Past[]): EarningsPanel['next'] {
  const { earnings, day, options } = inputs
  const listed = earnings
    .filter(({ row }) => row.report_day >= day && row.eps === null)
    .toSorted((a, b) => daysBetween(b.day, a.day))[0]
  const report = options[0]?.row.report
  if (listed) {
    const { row } = listed
    return {
      day: row.report_day,
      time: row.time,
      sure: row.time === null ? 'listed' : 'with_time',
      moved: row.moved,
      days_ahead: daysBetween(day, row.report_day),
      fiscal_month: row.fiscal_month,
      ...forecastOf(listed, inputs),
      implied_move: report?.day === row.report_day ? report.implied_move : null,
    }
  }
  const last = past[0]?.day
  const projected = last && addDays(tradingDay(last), QUARTER_DAYS)
  if (!projected || projected < day) return null
  return {
    day: projected,
    time: past[0]!.time,
    sure: 'projected',
    moved: 0,
    days_ahead: daysBetween(day, projected),
    fiscal_month: null,
    ...NO_FORECAST,
    implied_move: null,
  }
}

/** Why a report that is only projected from past intervals has no further figures. */
const UNLISTED = 'the calendar does not list this report yet'
const PROJECTED = {
  'next.fiscal_month': UNLISTED,
  'next.eps_forecast': UNLISTED,
  'next.analysts': UNLISTED,
}

const forecastReasons = (next: EarningsPanel['next']): Record<string, string | null> => ({
  'next.eps_forecast':
    next?.eps_forecast === null ? 'neither the calendar nor the estimates state a consensus for this quarter' : null,
  'next.analysts': next?.analysts === null ? 'the source of the consensus does not count its analysts' : null,
})

export function earningsPanel(inputs: CompanyInputs): EarningsPanel {
  const { earnings, day } = inputs
  const told = earnings.filter(({ row }) => row.report_day < day || row.eps !== null)
  const history = told
    .map((each) => pastOf(inputs, each))
    .toSorted((a, b) => (a.day < b.day ? 1 : -1))
    .slice(0, HISTORY_MAX)
  const next = nextOf(inputs, history)
  const compared = history.filter(({ surprise }) => surprise !== null)
  const moves = history.flatMap(({ move }) => (move === null ? [] : [Math.abs(move)]))
  const average = shown(mean(moves))
  return {
    ...headOf(
      inputs,
      [
        inputOf('earnings calendar', 'earnings', earnings, inputs),
        inputOf('filings', 'filings', inputs.filings, inputs),
        inputOf('daily bars', 'breadth', inputs.bars, inputs),
        inputOf('snapshots of estimates', 'estimates', inputs.estimates, inputs),
      ],
      {
        next: next === null ? 'neither the calendar nor a past report tells when the next one comes' : null,
        'next.implied_move':
          next && next.implied_move === null ? 'no option chain of the company implies a move for this day' : null,
        ...(next?.sure === 'projected' ? PROJECTED : forecastReasons(next)),
        'history.implied_move': history.some(({ implied_move: implied }) => implied === null)
          ? 'null where no option chain of the company was stored before the report; chains are stored only for pinned companies'
          : null,
        'history.surprise': history.some(({ surprise }) => surprise === null)
          ? 'null where the calendar told no earnings or no forecast for the report'
          : null,
        history: history.length === 0 ? 'no past report is known' : null,
        average_absolute_move: average === null ? 'no report has closes on both sides' : null,
      },
    ),
    next,
    history,
    n: history.length,
    beats: compared.filter(({ surprise }) => surprise! > 0).length,
    compared: compared.length,
    average_absolute_move: average,
  }
}
