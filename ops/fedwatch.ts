import { Command } from 'commander'
import { type MeetingOdds, meetingOdds, STEP_PERCENT } from '../pipeline/fed/fed-odds.ts'
import { FOMC_DATES } from '../pipeline/fed/fomc-dates.ts'
import { ratePath } from '../pipeline/fed/rate-path.ts'
import type { FedFuture } from '../pipeline/inputs/market-inputs.ts'
import { AppError } from '../shared/errors.ts'
import { instantAt } from '../shared/time/eastern.ts'
import { TradingDay } from '../shared/time/trading-day.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

interface Options {
  futures: string
  on: string
  meetings?: string
  target?: string
}

/** Prints the odds of every meeting from a file of futures; needs no running service and no database. */
export const fedwatchCommand = (_env: Env, say: Say): Command =>
  new Command('fedwatch')
    .description('odds of every meeting of the Fed from closes of 30-day fed funds futures, as JSON')
    .requiredOption('--futures <file>', 'date,symbol,close rows such as 2026-09-18,ZQV26,96.105; .gz is unpacked')
    .requiredOption('--on <date>', 'the day whose closes are read; a meeting announced that day has passed')
    .option('--meetings <file>', 'announcement days, one a line; default: the table of the service')
    .option('--target <percent>', 'lower bound of the target range of that day, to name the ranges')
    .action(async ({ futures, on, meetings, target }: Options) => {
      const day = dayOf(on, '--on')
      const lower = target === undefined ? null : Number(target)
      if (lower !== null && !(Number.isFinite(lower) && lower >= 0)) {
        throw new AppError('invalid', '--target must be a rate in percent, such as 3.75')
      }
      const days = meetings === undefined ? FOMC_DATES : announcements(await readInput('--meetings', meetings))
      const closes = closesOn(await readInput('--futures', futures), day)
      if (closes.length === 0) throw new AppError('invalid', `--futures has no close of ${day}`)
      say(JSON.stringify(document(closes, day, days, lower), null, 2))
    })

function document(futures: FedFuture[], today: TradingDay, meetings: readonly TradingDay[], lower: number | null) {
  const lastMonth = meetings.at(-1)?.slice(0, 7) ?? ''
  const path = ratePath({ futures, effective: null, meetings, lastMonth, isAhead: (day) => day > today, today })
  const target = { lower: lower ?? 0, upper: (lower ?? 0) + STEP_PERCENT }
  return {
    on: today,
    meetings: meetingOdds(path.meetings, target).map((odds) => row(odds, target.lower, lower !== null)),
    path_ends: path.ends,
  }
}

/** Odds from 0 to 1, as the API serves them, by the size of the move in basis points. */
function row({ meeting, before, after, status, steps, ranges }: MeetingOdds, lower: number, isNamed: boolean) {
  const points = (percent: number): string => String(Math.round(100 * percent))
  return {
    date: meeting,
    start: Number(before.toFixed(6)),
    end: Number(after.toFixed(6)),
    steps: Object.fromEntries([...steps].map(([step, odds]) => [points(step * STEP_PERCENT), Number(odds.toFixed(4))])),
    cumulative: Object.fromEntries(ranges.map((range) => [points(range.lower - lower), range.probability])),
    ...(isNamed ? { ranges } : {}),
    status,
  }
}

const MONTHS = 'FGHJKMNQUVXZ'
const SYMBOL = /^ZQ([FGHJKMNQUVXZ])(\d\d)(?:\.CBT)?$/

function closesOn(text: string, day: TradingDay): FedFuture[] {
  const knownAt = instantAt(day, '16:00')
  return rowsOf(text).flatMap(([date, symbol = '', close]) => {
    if (date !== day) return []
    const [, letter, year] = SYMBOL.exec(symbol) ?? []
    const price = Number(close)
    if (!letter || !year) throw new AppError('invalid', `--futures: ${symbol.slice(0, 20)} is no symbol such as ZQV26`)
    if (!close || !Number.isFinite(price)) throw new AppError('invalid', `--futures: ${symbol} has no close`)
    const month = String(MONTHS.indexOf(letter) + 1).padStart(2, '0')
    return [{ month: `20${year}-${month}`, price, knownAt }]
  })
}

const announcements = (text: string): TradingDay[] =>
  rowsOf(text)
    .map(([date = '']) => date)
    .filter((date) => date !== 'date')
    .map((date) => dayOf(date, '--meetings'))
    .sort()

const rowsOf = (text: string): string[][] =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split(',').map((cell) => cell.trim()))

function dayOf(text: string, option: string): TradingDay {
  const { data } = TradingDay.safeParse(text)
  if (data === undefined) throw new AppError('invalid', `${option} must be a date, such as 2026-09-18`)
  return data
}
