import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { Command } from 'commander'
import { HISTORY_HEADER, historyLine } from '../pipeline/history/history-columns.ts'
import { knownHistory } from '../pipeline/history/known-history.ts'
import { type ParsedHistory, parseHistory } from '../pipeline/history/parse-history.ts'
import { replay } from '../pipeline/history/replay.ts'
import { AppError } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'

/** The engine over a file of daily values, evening after evening; needs no running service and no database. */
export const historyCommand = (_env: Env, say: Say): Command =>
  new Command('history')
    .description('regime, score and fragility of every session in a file of daily values, as each evening knew them')
    .requiredOption('--input <file>', 'series,date,value rows; .gz is unpacked')
    .requiredOption('--output <file>', 'where the CSV is written')
    .action(async ({ input, output }: { input: string; output: string }) => {
      const started = performance.now()
      const parsed = parseHistory(await readText(input))
      report(parsed)
      const days = [...replay(knownHistory(parsed.values))]
      const [first, last] = [days[0], days.at(-1)]
      if (!first || !last) throw new AppError('invalid', 'the file has no daily series that the engine reads')
      await writeFile(output, `${[HISTORY_HEADER, ...days.map(historyLine)].join('\n')}\n`)
      const seconds = ((performance.now() - started) / 1_000).toFixed(1)
      say(`${days.length} sessions from ${first.row.tradeDate} to ${last.row.tradeDate} in ${seconds} s: ${output}`)
    })

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause) => {
    throw new AppError('invalid', `--input: ${file} cannot be read`, { cause })
  })
  return (bytes.subarray(0, 2).equals(GZIP_MAGIC) ? gunzipSync(bytes) : bytes).toString('utf8')
}

/** On stderr, so that a script that reads stdout is not disturbed. */
function report({ unknown, unbelievable }: ParsedHistory): void {
  const rows = [...unknown.values()].reduce((sum, count) => sum + count, 0)
  if (rows > 0) process.stderr.write(`ignored ${rows} rows of ${unknown.size} series the engine does not know\n`)
  if (unbelievable > 0) process.stderr.write(`ignored ${unbelievable} rows without a believable value\n`)
}
