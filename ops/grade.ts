import { Command } from 'commander'
import { parseClaims } from '../pipeline/grading/claim.ts'
import { gradeReport } from '../pipeline/grading/grade-report.ts'
import { claimInstant, parseBars } from '../pipeline/grading/price-paths.ts'
import { AppError } from '../shared/errors.ts'
import { eastern } from '../shared/time/eastern.ts'
import { TradingDay } from '../shared/time/trading-day.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

interface Options {
  claims: string
  bars: string
  asOf?: string
  twin?: string
}

/** Grades claims from outside by the rules for our own; needs no running service. */
export const gradeCommand = (_env: Env, say: Say): Command =>
  new Command('grade')
    .description('grade claims about risk, size, direction and ideas against bars and base rates, as JSON')
    .requiredOption('--claims <file>', 'one JSON object a line; plain or .gz')
    .requiredOption('--bars <file>', 'date,symbol,open,high,low,close; SPY among them')
    .option(
      '--as-of <date>',
      'only outcomes known at the close of this day, or at this instant; absent: all of the file',
    )
    .option('--twin <file>', 'claims to pair with by date and kind')
    .action(async ({ claims, bars, asOf, twin }: Options) => {
      const at = asOf === undefined ? null : claimInstant(instantOf(asOf))
      const paths = parseBars(await readInput('--bars', bars), bars, at && eastern(at).day)
      const input = {
        claims: parseClaims(await readInput('--claims', claims), claims),
        twin: twin === undefined ? null : parseClaims(await readInput('--twin', twin), twin),
      }
      const knownBy = at ?? claimInstant(paths.days.at(-1)!)
      say(JSON.stringify(gradeReport(input, paths, knownBy), null, 2))
    })

function instantOf(text: string): string {
  if (TradingDay.safeParse(text).success) return text
  if (/[zZ]|[+-]\d\d:\d\d$/.test(text) && !Number.isNaN(Date.parse(text))) return text
  throw new AppError('invalid', '--as-of must be a date, YYYY-MM-DD, or an instant with its offset')
}
