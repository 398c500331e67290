import { Command } from 'commander'
import { parseQuoteData } from '../pipeline/gamma/cboe-quotedata.ts'
import { reportMove } from '../pipeline/gamma/report-move.ts'
import { volatilitySlices } from '../pipeline/gamma/volatility-slices.ts'
import { iv30, skew25, termStructure } from '../pipeline/gamma/volatility-surface.ts'
import { AppError } from '../shared/errors.ts'
import { easternIso } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'
import type { Env, Say } from './calendar.ts'
import { compareChain } from './compare-chain.ts'
import { dayOf } from './day-argument.ts'
import { readInput } from './read-input.ts'

interface Options {
  input: string
  rate: string
  profile?: boolean
  report?: string
}

/** Prints the engine's levels of a saved chain next to the results of published methods; needs no running service. */
export const chainCommand = (_env: Env, say: Say): Command =>
  new Command('chain')
    .description('gamma levels of a saved Cboe quotedata file, compared with published methods, as JSON')
    .requiredOption('--input <file>', 'the file, plain or .gz')
    .option('--rate <fraction>', 'continuous interest rate of that day, such as 0.0531; default: 0', '0')
    .option('--profile', 'also per-strike rows and the grid of spots')
    .option('--report <date>', 'the day of a report of the company: also the move it implies')
    .action(async ({ input, rate, profile, report }: Options) => {
      const fraction = Number(rate)
      if (rate.trim() === '' || !Number.isFinite(fraction)) {
        throw new AppError('invalid', '--rate must be a fraction, such as 0.0531')
      }
      const text = await readInput('--input', input)
      const surface = surfaceOf(text, fraction, report === undefined ? null : dayOf(report, '--report'))
      say(JSON.stringify({ ...compared(text, fraction, profile === true), ...surface }, null, 2))
    })

function compared(text: string, rate: number, withProfile: boolean): Record<string, unknown> {
  const { chain, ours, published, volatilities } = compareChain(text, rate)
  const { strikes, profile, by_expiration, ...levels } = ours
  return {
    underlying: chain.underlying,
    spot: chain.spot,
    quoted_at: easternIso(chain.quotedAt),
    other_roots: chain.otherRoots,
    expected_move: ours.expected_move,
    sign: ours.sign,
    break_even_call_share: ours.break_even_call_share,
    walls: {
      call_wall: ours.call_wall,
      put_wall: ours.put_wall,
      call_wall_pair: ours.call_wall_pair,
      put_wall_pair: ours.put_wall_pair,
      call_wall_ties: ours.call_wall_ties,
      put_wall_ties: ours.put_wall_ties,
      without_today: ours.without_today,
    },
    ours: withProfile
      ? { ...levels, by_expiration, strikes, profile }
      : { ...levels, front: by_expiration.slice(0, 3) },
    published,
    volatilities,
  }
}

/** Volatilities at 30 days, by expiration, and around a report. */
function surfaceOf(text: string, rate: number, report: TradingDay | null): Record<string, unknown> {
  const { slices } = volatilitySlices(parseQuoteData(text), rate)
  return {
    iv30: iv30(slices),
    skew_25_delta: skew25(slices),
    term_structure: termStructure(slices),
    ...(report === null ? {} : { report: reportMove(slices, report) }),
  }
}
