import { basename } from 'node:path'
import { Command } from 'commander'
import { inForce, readOwnership } from '../pipeline/filings/ownership.ts'
import type { Env, Say } from './calendar.ts'
import { readInput } from './read-input.ts'

/** Prints what insiders did according to their forms; needs no running service. */
export const ownershipCommand = (_env: Env, say: Say): Command =>
  new Command('ownership')
    .description('transactions and holdings of Forms 3, 4 and 5 as JSON')
    .requiredOption('--form4 <files...>', 'ownership documents as XML, or whole submissions; plain or .gz')
    .action(async ({ form4 }: { form4: string[] }) => {
      const read = await Promise.all(
        form4.map(async (file) => readOwnership(await readInput('--form4', file), basename(file))),
      )
      const { forms, replaced } = inForce(read)
      const output = {
        transactions: forms.flatMap(({ transactions }) => transactions),
        holdings: forms.flatMap(({ holdings }) => holdings),
        replaced: replaced.map(({ form, issuer, owners, period, signed }) => ({
          form,
          issuer,
          owners,
          period,
          signed,
        })),
      }
      say(JSON.stringify(output, null, 2))
    })
