import { Command } from 'commander'
import { calendarCsv } from '../shared/time/calendar-csv.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import { table } from './table.ts'

export type Env = Record<string, string | undefined>
export type Say = (text: string) => void

/** The exchange's sessions, Eastern times; needs no running service. */
export const calendarCommand = (_env: Env, say: Say): Command =>
  new Command('calendar')
    .description('exchange sessions between two dates, with open and close in Eastern time')
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD')
    .requiredOption('--to <date>', 'last day, YYYY-MM-DD')
    .option('--csv', 'date,open,close,early_close')
    .option('--json', 'an array of objects')
    .action((options: { from: string; to: string; csv?: boolean; json?: boolean }) => {
      const csv = calendarCsv(tradingDay(options.from), tradingDay(options.to)).trimEnd()
      if (options.csv) return say(csv)
      const [header, ...lines] = csv.split('\n').map((line) => line.split(','))
      const rows = lines.map((cells) => Object.fromEntries(header!.map((name, i) => [name, cells[i]!])))
      say(options.json ? JSON.stringify(rows, null, 2) : table(rows, 'no session in that range'))
    })
