import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { HISTORY_HEADER, historyLine } from '../pipeline/history/history-columns.ts'
import { knownHistory } from '../pipeline/history/known-history.ts'
import { type ParsedHistory, parseHistory } from '../pipeline/history/parse-history.ts'
import { replay } from '../pipeline/history/replay.ts'
import { AppError } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

/** Replays the engine over a file of daily values, evening after evening; needs no running service and no database. */
export const historyCommand = (_env: Env, say: Say): Command =>
  new Command('history')
    .description(
      'regime, score, fragility and expected size of moves of every session in a file of daily values, as known each evening',
    )
    .requiredOption('--input <file>', 'series,date,value rows, with or without known_at; .gz is unpacked')
    .requiredOption('--output <file>', 'where the CSV is written')
    .addHelpText(
      'after',
      `
Unknown series, implausible values, and values for days that cannot have one (a close on a Saturday) are ignored and
counted on stderr. A later row for the same day replaces an earlier one and is reported on stderr; with an instant of
its own in known_at (2026-11-19T20:00:00-05:00) it is a revision, and evenings before it use the earlier value. A line
that cannot be read ends the run with its number.`,
    )
    .action(async ({ input, output }: { input: string; output: string }) => {
      const started = performance.now()
      await checkWritable(output)
      const parsed = parseHistory(await readInput('--input', input))
      report(parsed)
      const days = [...replay(knownHistory(parsed.values))]
      const [first, last] = [days[0], days.at(-1)]
      if (!first || !last) throw new AppError('invalid', 'the file has no daily series that the engine reads')
      await writeFile(output, `${[HISTORY_HEADER, ...days.map(historyLine)].join('\n')}\n`).catch(refuseOutput(output))
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      say(`${days.length} sessions from ${first.row.tradeDate} to ${last.row.tradeDate} in ${seconds} s: ${output}`)
    })

const refuseOutput = (file: string) => (cause: unknown) => {
  throw new AppError('invalid', `--output: ${file} cannot be written`, { cause })
}

/** Checks the output before minutes of work, not after. */
async function checkWritable(file: string): Promise<void> {
  const there = await stat(file).catch(() => null)
  if (there?.isDirectory()) throw new AppError('invalid', `--output: ${file} is a folder`)
  await access(there ? file : dirname(file), constants.W_OK).catch(refuseOutput(file))
}

const CORRECTED_SHOWN_MAX = 5

/** Reports on stderr, so that a script can read stdout. */
function report({ unknown, unbelievable, offSession, corrected }: ParsedHistory): void {
  for (const line of corrected.slice(0, CORRECTED_SHOWN_MAX)) process.stderr.write(`${line}\n`)
  const more = corrected.length - CORRECTED_SHOWN_MAX
  if (more > 0) process.stderr.write(`and ${more} more replaced values\n`)
  const rows = [...unknown.values()].reduce((sum, count) => sum + count, 0)
  if (rows > 0) process.stderr.write(`ignored ${rows} rows of ${unknown.size} unknown series\n`)
  if (unbelievable > 0) process.stderr.write(`ignored ${unbelievable} rows with an implausible value\n`)
  if (offSession > 0) process.stderr.write(`ignored ${offSession} rows for days on which their series has no value\n`)
}
