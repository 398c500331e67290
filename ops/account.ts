import { Command } from 'commander'
import type { z } from 'zod'
import { GivenName } from '../shared/domain/given-name.ts'
import { openingBalance } from '../shared/domain/trading/new-account.ts'
import { AppError } from '../shared/errors.ts'
import { paceAccount } from '../shared/postgres/trading/accounts.ts'
import { openAccount } from '../shared/postgres/trading/open-account.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'

/** Trading accounts, for a person who would rather not write HTTP. */
export function accountCommand(env: Env, say: Say): Command {
  const command = new Command('account').description('trading accounts: add')
  command
    .command('add <name>')
    .description('make an account and print its token, which is shown only here')
    .option('--balance <dollars>', 'opening cash; absent: 100000')
    .option('--pacing', 'in lock-step the clock waits for its agent')
    .option('--json', 'an object')
    .action(async (text: string, options: { balance?: string; pacing?: boolean; json?: boolean }) => {
      const name = given(GivenName, 'the name', text)
      const balance =
        options.balance === undefined ? undefined : given(openingBalance('100000'), '--balance', options.balance)
      await withOps(env, async ({ sql }) => {
        const { account, issued } = await sql.begin(async (tx) => {
          const opened = await openAccount(tx, { name, balance })
          if (options.pacing) await paceAccount(tx, opened.account)
          return opened
        })
        const { token } = issued
        say(options.json ? JSON.stringify({ account_id: account.id, name: account.name, token }) : token)
      })
    })
  return command
}

function given<S extends z.ZodType>(schema: S, what: string, text: string): z.output<S> {
  const parsed = schema.safeParse(text)
  if (!parsed.success) throw new AppError('invalid', `${what} ${parsed.error.issues[0]!.message}`)
  return parsed.data
}
