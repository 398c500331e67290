import { basename } from 'node:path'
import { Command } from 'commander'
import { filingDays } from '../pipeline/company/filing-days.ts'
import { fundamentals } from '../pipeline/company/fundamentals.ts'
import { parseCompanyFacts } from '../pipeline/company/reported-facts.ts'
import { parseSplits } from '../pipeline/company/splits.ts'
import { tradingDay } from '../shared/time/trading-day.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

interface Options {
  facts: string
  submissions?: string
  splits?: string
  on: string
}

/** Prints the fundamentals of a company as they were known; needs no running service. */
export const companyCommand = (_env: Env, say: Say): Command =>
  new Command('company')
    .description('fundamentals of a company from its facts at the SEC, as known at the end of a day, as JSON')
    .requiredOption('--facts <file>', 'company facts of the SEC; plain or .gz')
    .requiredOption('--on <date>', 'the day, YYYY-MM-DD')
    .option('--submissions <file>', 'the submissions of the company, which say when a filing was accepted')
    .option('--splits <file>', 'a list of {date, ratio}; absent: splits as they show in per-share figures')
    .action(async ({ facts, submissions, splits, on }: Options) => {
      const read = async (option: string, file: string) => ({
        text: await readInput(option, file),
        name: basename(file),
      })
      const company = await read('--facts', facts)
      const parsed = parseCompanyFacts(company.text, company.name)
      const accepted = submissions === undefined ? null : await read('--submissions', submissions)
      const days = accepted === null ? null : filingDays(accepted.text, accepted.name)
      const known =
        days === null
          ? parsed.facts
          : parsed.facts.map((fact) => ({ ...fact, filed: days.get(fact.accession) ?? fact.filed }))
      const given = splits === undefined ? null : await read('--splits', splits)
      const input = { on: tradingDay(on), splits: given === null ? null : parseSplits(given.text, given.name) }
      say(JSON.stringify(fundamentals({ ...parsed, facts: known }, input), null, 2))
    })
