import { Command } from 'commander'
import { termsInWords } from '../shared/domain/trading/action-report.ts'
import { leavesFractions } from '../shared/domain/trading/split.ts'
import { AppError } from '../shared/errors.ts'
import type { Pool, Tx } from '../shared/postgres/server/db.ts'
import {
  casesIn,
  enterAction,
  listProposals,
  moveCase,
  type OpenCase,
} from '../shared/postgres/trading/action-proposals.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { dollarsE4 } from './dollars.ts'
import { table } from './table.ts'

/** Commands for announcements of vendors that the service does not carry out by itself. */
export function proposalCommands(env: Env, say: Say): Command[] {
  const proposals = new Command('proposals')
    .description('what vendors announced and nobody decided, with the reason; --all: also what was decided')
    .option('--all', 'also what the service applied and what an operator decided')
    .action(({ all }: { all?: boolean }) =>
      withOps(env, async ({ sql }) => say(await proposalTable(sql, { undecided: all !== true }))),
    )
  const accept = new Command('accept')
    .argument('<id>')
    .description(
      'a dividend or split is carried out as announced; after a merger, delisting or change of the symbol its positions can only be closed',
    )
    .option('--fraction-price <dollars>', 'price of one new share; for a split that leaves fractions')
    .action((id: string, { fractionPrice }: { fractionPrice?: string }) =>
      withOps(env, ({ sql }) => decide(sql, say, id, { to: 'accepted', fractionPrice })),
    )
  const reject = new Command('reject')
    .argument('<id>')
    .description('nothing happens for the announcement, and its symbol can be traded again')
    .action((id: string) => withOps(env, ({ sql }) => decide(sql, say, id, { to: 'rejected' })))
  return [proposals, accept, reject]
}

async function proposalTable(sql: Pool, which: { undecided: boolean }): Promise<string> {
  const rows = (await listProposals(sql, which)).map(({ id, symbol, kind, exDate, state, reason }) => ({
    id,
    symbol,
    kind,
    ex_date: exDate,
    state: state === 'open' ? 'waits' : state,
    reason: reason ?? 'for a price or another vendor',
  }))
  return table(rows, 'no announcement is undecided')
}

/** Decides a proposal, or a case that still waits for proof. */
async function decide(
  sql: Pool,
  say: Say,
  text: string,
  { to, fractionPrice }: { to: 'accepted' | 'rejected'; fractionPrice?: string | undefined },
): Promise<void> {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : -1
  await sql.begin(async (tx) => {
    const from = (await casesIn(tx, 'proposed', id)).length > 0 ? 'proposed' : 'open'
    const [one] = await casesIn(tx, from, id)
    const reason = `${to} by an operator`
    if (!one || !(await moveCase(tx, id, { from, to, reason, at: null })))
      throw new AppError(
        'not_found',
        'no undecided announcement has this id: ops corporate-action proposals shows them',
      )
    const { terms } = one.reports[0]!
    if (to === 'accepted') await carryOut(tx, one, fractionPrice)
    say(`${to}: ${termsInWords(terms)} of ${one.symbol} on ${one.exDate}`)
  })
}

async function carryOut(tx: Tx, one: OpenCase, fractionPrice: string | undefined): Promise<void> {
  const { terms } = one.reports[0]!
  const isFractional = terms.kind === 'split' && leavesFractions(terms.old_shares)
  if (isFractional && fractionPrice === undefined)
    throw new AppError('invalid', '--fraction-price: required, because fractions are paid at this price')
  const fractionPriceE4 = isFractional ? dollarsE4(fractionPrice!, '--fraction-price') : null
  await enterAction(tx, one, { terms, fractionPriceE4 })
}
