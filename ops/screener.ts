import { writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Command } from 'commander'
import { knownHistory } from '../pipeline/history/known-history.ts'
import { parseHistory } from '../pipeline/history/parse-history.ts'
import { buildTable } from '../pipeline/screener/build-table.ts'
import { closingLines } from '../pipeline/screener/closing-lines.ts'
import { knownBands } from '../pipeline/screener/known-bands.ts'
import { type PriceFile, parseBars, parseCloses } from '../pipeline/screener/parse-prices.ts'
import { parseMembers, parseSectors } from '../pipeline/screener/parse-universe.ts'
import type { ReplayLine } from '../pipeline/screener/replay-lines.ts'
import { replayScreener } from '../pipeline/screener/replay-screener.ts'
import type { ReplayInput } from '../pipeline/screener/replay-state.ts'
import { universeOf } from '../pipeline/screener/universe.ts'
import { BENCHMARK } from '../shared/domain/market/liquid-funds.ts'
import { AppError } from '../shared/errors.ts'
import { TradingDay } from '../shared/time/trading-day.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

interface Options {
  closes: string
  bars?: string
  members: string
  sectors?: string
  history: string
  from?: string
  to?: string
  output: string
}

/** Replays the screener over files, run after run; needs no running service and no database. */
export const screenerCommand = (_env: Env, say: Say): Command =>
  new Command('screener')
    .description('runs, locks, exits, outcomes and trust of the screener over files of prices, one JSON line each')
    .requiredOption('--closes <file>', 'date and a column of split-adjusted closes per symbol; .gz is unpacked')
    .option('--bars <file>', 'date,symbol,open,high,low,close,volume: two runs a session and entries at the open')
    .requiredOption('--members <file>', 'ticker,start_date,end_date')
    .option('--sectors <file>', 'ticker,sector')
    .requiredOption('--history <file>', 'series,date,value with vix_close, and spy_close where the closes have no SPY')
    .option('--from <date>', 'first session with runs; earlier ones warm the indicators')
    .option('--to <date>', 'last session; nothing after it is read')
    .requiredOption('--output <file>', 'where the lines are written')
    .addHelpText(
      'after',
      `
The file of a longer history begins with the lines of the shorter one, but for the last two (calibration, gauntlet).
The first line depends on nothing in the files. Empty cells are sessions without a bar; unusable prices and rows of
days without a session are left out and counted on stderr.`,
    )
    .action(async (options: Options) => {
      const started = performance.now()
      const input = await readFiles(options)
      const file = await open(options.output, 'w').catch((cause) => {
        throw new AppError('invalid', `--output: ${options.output} cannot be written`, { cause })
      })
      const counts = writeLines(input, (text) => writeSync(file.fd, text))
      await file.close()
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      const { days, tickers } = input.table
      const shown = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
      say(`${days.length} sessions of ${tickers.length} names in ${seconds} s: ${shown}: ${options.output}`)
    })

/** Lines are written by the thousand, so that a reader can follow a long replay and memory stays small. */
const LINES_AT_ONCE = 1_000

function writeLines(input: ReplayInput, write: (text: string) => void): Map<string, number> {
  const counts = new Map<string, number>()
  const waiting: string[] = []
  const flush = () => write(waiting.splice(0).join(''))
  const line = (value: ReplayLine) => {
    counts.set(value.kind, (counts.get(value.kind) ?? 0) + 1)
    waiting.push(`${JSON.stringify(value)}\n`)
    if (waiting.length >= LINES_AT_ONCE) flush()
  }
  const lines = replayScreener(input)
  let next = lines.next()
  for (; !next.done; next = lines.next()) line(next.value)
  for (const closing of closingLines(next.value)) line(closing)
  flush()
  return counts
}

async function readFiles(options: Options): Promise<ReplayInput> {
  const [from, to] = [day('--from', options.from), day('--to', options.to)]
  const closes = parseCloses(await readInput('--closes', options.closes), options.closes)
  const bars = options.bars === undefined ? null : parseBars(await readInput('--bars', options.bars), options.bars)
  const members = parseMembers(await readInput('--members', options.members), options.members)
  const sectors =
    options.sectors === undefined
      ? new Map<string, string>()
      : parseSectors(await readInput('--sectors', options.sectors), options.sectors)
  const { values } = parseHistory(await readInput('--history', options.history))
  report(options.closes, closes)
  if (bars) report(options.bars!, bars)
  const spy = values.filter(({ series }) => series === 'spy_close')
  const benchmark = new Map(spy.map(({ day, value }) => [day, value]))
  const table = buildTable({ closes: closes.prices, bars: bars?.prices ?? new Map(), benchmark })
  const own = spy.length > 0 ? [] : [...(closes.prices.get(BENCHMARK) ?? [])]
  const added = own.map(([on, { close }]) => ({ series: 'spy_close' as const, day: on, value: close }))
  return {
    table,
    sectors,
    from,
    to,
    universe: universeOf(members),
    bandAt: knownBands(knownHistory([...values, ...added])),
  }
}

function day(option: string, text: string | undefined): TradingDay | null {
  if (text === undefined) return null
  const parsed = TradingDay.safeParse(text)
  if (!parsed.success) throw new AppError('invalid', `${option} must be a date, YYYY-MM-DD`)
  return parsed.data
}

/** Reports on stderr, so that a script can read stdout. */
function report(file: string, { unusable, offSession }: PriceFile): void {
  if (unusable > 0) process.stderr.write(`${file}: ignored ${unusable} prices that are not positive numbers\n`)
  if (offSession > 0) process.stderr.write(`${file}: ignored ${offSession} rows of days without a session\n`)
}
