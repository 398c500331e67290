import { Command } from 'commander'
import { type MeetingOdds, meetingOdds, STEP_PERCENT } from '../pipeline/fed/fed-odds.ts'
import { type RatePathInputs, ratePath } from '../pipeline/fed/rate-path.ts'
import type { FedFuture } from '../pipeline/inputs/market-inputs.ts'
import { announcementsKnownOn, knownOn } from '../shared/domain/market/fomc-meetings.ts'
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
  effective?: string
}

/** Prints the odds of every meeting from a file of futures; needs no running service and no database. */
export const fedwatchCommand = (_env: Env, say: Say): Command =>
  new Command('fedwatch')
    .description('odds of every meeting of the Fed from closes of 30-day fed funds futures, as JSON')
    .requiredOption('--futures <file>', 'date,symbol,close rows such as 2026-09-18,ZQV26,96.105; .gz is unpacked')
    .requiredOption('--on <date>', 'the day whose closes are read; a meeting announced that day has passed')
    .option('--meetings <file>', 'announcement days, one a line; default: the table of the service')
    .option(
      '--target <percent>',
      'lower bound of the target range in force after that day’s announcement, if there was one; it names the ranges',
    )
    .option(
      '--effective <percent>',
      'effective rate of that day; read in a month that had a decision before its meeting, or has few days before it',
    )
    .action(async ({ futures, on, meetings, target, effective }: Options) => {
      const day = dayOf(on, '--on')
      const lower = rateOf(target, '--target')
      const rate = rateOf(effective, '--effective')
      const days =
        meetings === undefined
          ? announcementsKnownOn(day)
          : knownOn(day, announcements(await readInput('--meetings', meetings)))
      const closes = closesOn(await readInput('--futures', futures), day)
      if (closes.length === 0) throw new AppError('invalid', `--futures has no close of ${day}`)
      say(JSON.stringify(document({ futures: closes, today: day, meetings: days }, { lower, rate }), null, 2))
    })

function rateOf(text: string | undefined, option: string): number | null {
  if (text === undefined) return null
  const rate = text.trim() === '' ? Number.NaN : Number(text)
  if (Number.isFinite(rate) && rate >= 0) return rate
  throw new AppError('invalid', `${option} must be a rate in percent, such as 3.75`)
}

function document(
  known: Pick<RatePathInputs, 'futures' | 'meetings' | 'today'>,
  { lower, rate }: { lower: number | null; rate: number | null },
) {
  const { meetings, today } = known
  const lastMonth = meetings.at(-1)?.slice(0, 7) ?? ''
  const effective = rate === null ? null : { day: today, value: rate }
  const path = ratePath({ ...known, effective, usual: rate, lastMonth, isAhead: (day) => day > today })
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
    if (!letter || !year)
      throw new AppError('invalid', `--futures: ${symbol.slice(0, 20)} is not a symbol such as ZQV26`)
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
