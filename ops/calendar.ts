import { Command } from 'commander'
import { AppError } from '../shared/errors.ts'
import { calendarCsv } from '../shared/time/calendar-csv.ts'
import { dayOf } from './day-argument.ts'
import { table } from './table.ts'

const FIRST_DAY = '1993-01-01'

export type Env = Record<string, string | undefined>
export type Say = (text: string) => void

/** Prints the exchange's sessions in Eastern time; needs no running service. */
export const calendarCommand = (_env: Env, say: Say): Command =>
  new Command('calendar')
    .description('exchange sessions between two dates, with open and close in Eastern time')
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <date>', 'last day, YYYY-MM-DD')
    .option('--csv', 'date,open,close,early_close')
    .option('--json', 'an array of objects')
    .action((options: { from: string; to: string; csv?: boolean; json?: boolean }) => {
      const [from, to] = [dayOf(options.from, '--from'), dayOf(options.to, '--to')]
      if (from < FIRST_DAY) throw new AppError('invalid', `--from: the calendar is checked from ${FIRST_DAY} on`)
      if (from > to) throw new AppError('invalid', '--from is after --to')
      const csv = calendarCsv(from, to).trimEnd()
      if (options.csv) return say(csv)
      const [header, ...lines] = csv.split('\n').map((line) => line.split(','))
      const rows = lines.map((cells) =>
        Object.fromEntries(header!.map((name, i) => [name, name === 'early_close' ? Number(cells[i]) : cells[i]])),
      )
      say(options.json ? JSON.stringify(rows, null, 2) : table(rows, 'no sessions in that range'))
    })
