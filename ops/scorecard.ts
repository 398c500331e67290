import { access, constants, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Command } from 'commander'
import { AppError } from '../shared/errors.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import { lockOpenAccount } from '../shared/postgres/trading/accounts.ts'
import { createToken, withdrawToken } from '../shared/postgres/trading/open-account.ts'
import { publicApi } from '../shared/public-api.ts'
import type { Env, Say } from './calendar.ts'
import { type Ops, withOps } from './connect.ts'

const PATH = '/api/v1/trading/scorecard'

/** Saves the scorecard of an account, as its agent would read it, so that two of them can be compared later. */
export function scorecardCommand(env: Env, say: Say): Command {
  return new Command('scorecard')
    .description('save the scorecard of an account as JSON, for ops compare')
    .requiredOption('--account <id>', 'number of the account, as GET /api/v1/trading/admin/accounts lists it')
    .requiredOption('--output <file>', 'file to write')
    .option('--url <address>', 'address of the API; absent: API_URL, or that of npm start on the same data folder')
    .action(async (options: { account: string; output: string; url?: string }) => {
      const id = Number(options.account)
      if (!Number.isSafeInteger(id) || id < 1) throw new AppError('invalid', '--account must be a number above 0')
      await access(dirname(resolve(options.output)), constants.W_OK)
      await withOps(env, async (ops) => {
        const { name, scorecard } = await fetchScorecard(ops.sql, addressOf(ops, options.url), id)
        await writeFile(options.output, `${JSON.stringify({ account_id: id, name, scorecard }, null, 2)}\n`)
        say(`the scorecard of account ${id} (${name}) is in ${options.output}`)
      })
    })
}

function addressOf({ config, apiUrl }: Ops, given: string | undefined): string {
  const address = given ?? config.API_URL ?? apiUrl
  if (address === null) throw new AppError('invalid', '--url: required, because no API is known (or set API_URL)')
  if (!/^https?:$/.test(URL.parse(address)?.protocol ?? ''))
    throw new AppError('invalid', '--url must be an http or https address')
  return address
}

/** Reads over HTTP, because only the API has the marks of this instant; the token ends with the command. */
async function fetchScorecard(sql: Pool, address: string, id: number): Promise<{ name: string; scorecard: unknown }> {
  const { name, tokenId, token } = await sql.begin(async (tx) => {
    const account = await lockOpenAccount(tx, id)
    const { row, token } = await createToken(tx, account, { name: 'ops scorecard', scope: 'read', expiresInDays: 1 })
    return { name: account.name, tokenId: row.id, token }
  })
  const api = publicApi(address)
  try {
    const answer = await api.ask({ method: 'GET', path: PATH, token })
    if (answer.code !== null) throw new AppError('unavailable', `the API refuses the scorecard: ${answer.code}`)
    return { name, scorecard: answer.body }
  } finally {
    await api.close()
    await sql.begin(async (tx) => withdrawToken(tx, await lockOpenAccount(tx, id), tokenId))
  }
}
