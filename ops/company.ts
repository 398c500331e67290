import { basename } from 'node:path'
import { Command } from 'commander'
import { type Fundamentals, fundamentals } from '../pipeline/company/fundamentals.ts'
import { parseSplits } from '../pipeline/company/splits.ts'
import { filingDays } from '../pipeline/filings/filing-days.ts'
import { parseCompanyFacts } from '../pipeline/filings/reported-facts.ts'
import { AppError } from '../shared/errors.ts'
import type { Env, Say } from './calendar.ts'
import { scaffoldCommands } from './company-scaffold.ts'
import { dayOf } from './day-argument.ts'
import { readInput } from './read-input.ts'

interface Options {
  facts: string
  submissions?: string | undefined
  splits?: string | undefined
  on: string
}

/** Fundamentals from files, which needs no running service; and the companies that a running service knows. */
export function companyCommand(env: Env, say: Say): Command {
  const command = new Command('company')
    .description(
      'with --facts: fundamentals from the SEC’s files, as known at the end of a day, as JSON; add, remove, pin, unpin, list: the companies of the service',
    )
    .option('--facts <file>', 'company facts of the SEC; plain or .gz')
    .option('--on <date>', 'the day, YYYY-MM-DD')
    .option('--submissions <file>', 'the submissions of the company, which say when a filing was accepted')
    .option('--splits <file>', 'a list of {date, ratio}; absent: splits as they show in per-share figures')
    .action(async ({ facts, submissions, splits, on }: Partial<Options>) => {
      if (facts === undefined) throw new AppError('invalid', '--facts: a file of company facts is needed')
      if (on === undefined) throw new AppError('invalid', '--on: the day is needed, YYYY-MM-DD')
      say(JSON.stringify(await fundamentalsOf({ facts, submissions, splits, on }), null, 2))
    })
  for (const each of scaffoldCommands(env, say)) command.addCommand(each)
  return command
}

const read = async (option: string, file: string) => ({ text: await readInput(option, file), name: basename(file) })

async function fundamentalsOf({ facts, submissions, splits, on }: Options): Promise<Fundamentals> {
  const company = await read('--facts', facts)
  const parsed = parseCompanyFacts(company.text, company.name)
  const accepted = submissions === undefined ? null : await read('--submissions', submissions)
  const days = accepted === null ? null : filingDays(accepted.text, accepted.name)
  const known =
    days === null
      ? parsed.facts
      : parsed.facts.map((fact) => ({ ...fact, filed: days.get(fact.accession) ?? fact.filed }))
  const given = splits === undefined ? null : await read('--splits', splits)
  const input = { on: dayOf(on, '--on'), splits: given === null ? null : parseSplits(given.text, given.name) }
  return fundamentals({ ...parsed, facts: known }, input)
}
