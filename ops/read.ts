import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { eveningVerdicts } from '../pipeline/history/evening-verdicts.ts'
import { knownHistory } from '../pipeline/history/known-history.ts'
import { parseHistory } from '../pipeline/history/parse-history.ts'
import { AppError } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'
import { dayOf } from './day-argument.ts'
import { readInput } from './read-input.ts'

interface Options {
  input: string
  output: string
  from?: string
  to?: string
}

/** The deterministic verdict of each evening of a file of daily values; needs no running service. */
export const readCommand = (_env: Env, say: Say): Command =>
  new Command('read')
    .description('the deterministic verdict of each evening in a file of daily values, one JSON line an evening')
    .requiredOption('--input <file>', 'series,date,value rows, with or without known_at; .gz is unpacked')
    .requiredOption('--output <file>', 'where the lines are written')
    .option('--from <date>', 'the first evening that is written')
    .option('--to <date>', 'the last one')
    .action(async ({ input, output, from, to }: Options) => {
      const bounds = {
        from: from === undefined ? null : dayOf(from, '--from'),
        to: to === undefined ? null : dayOf(to, '--to'),
      }
      const { values } = parseHistory(await readInput('--input', input))
      const lines = [...eveningVerdicts(knownHistory(values), bounds)].map((evening) => JSON.stringify(evening))
      if (lines.length === 0) throw new AppError('invalid', 'the file has no evening between these dates')
      await writeFile(output, `${lines.join('\n')}\n`).catch((cause) => {
        throw new AppError('invalid', `--output: ${output} cannot be written`, { cause })
      })
      say(`${lines.length} evenings: ${output}`)
    })
