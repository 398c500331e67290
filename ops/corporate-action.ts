import { Command } from 'commander'
import { ETFS, INDICES, SYMBOL } from '../shared/domain/market/tradeable.ts'
import { dollarsOf } from '../shared/domain/trading/money.ts'
import { leavesFractions } from '../shared/domain/trading/split.ts'
import { AppError } from '../shared/errors.ts'
import type { Pool } from '../shared/postgres/server/db.ts'
import {
  deleteAction,
  insertAction,
  listActions,
  mayBeHeld,
  type StoredAction,
} from '../shared/postgres/trading/corporate-actions.ts'
import { isSession, nextSession, sessionOnOrAfter } from '../shared/time/calendar.ts'
import { eastern, instantAt } from '../shared/time/eastern.ts'
import type { TradingDay } from '../shared/time/trading-day.ts'
import { proposalCommands } from './action-proposals.ts'
import type { Env, Say } from './calendar.ts'
import { withOps } from './connect.ts'
import { dayOf } from './day-argument.ts'
import { dollarsE4 } from './dollars.ts'
import { table } from './table.ts'

const SOURCE = 'operator'
const RATIO = /^([1-9]\d{0,3}):([1-9]\d{0,3})$/

export function symbolOf(text: string): string {
  if (!SYMBOL.test(text)) throw new AppError('invalid', 'a symbol is written like a ticker: SPY, BRK.B')
  return text
}

/** Otherwise a typing error would stay in the list forever, while the intended company never gets its action. */
async function refuseUnknown(sql: Pool, symbol: string): Promise<void> {
  if (INDICES.has(symbol))
    throw new AppError('invalid', `${symbol} is an index, which cannot be held: it pays no dividend and has no split`)
  if (ETFS.has(symbol) || (await mayBeHeld(sql, symbol))) return
  throw new AppError(
    'not_found',
    `${symbol} is no symbol that this service knows: it was never in the index, no account holds it and no operator has added it`,
  )
}

function ratioOf(text: string): { newShares: number; oldShares: number } {
  const [, newShares, oldShares] = RATIO.exec(text) ?? []
  if (!newShares || newShares === oldShares)
    throw new AppError('invalid', '--ratio: must be new shares for old ones, for example 10:1 or 1:8')
  return { newShares: Number(newShares), oldShares: Number(oldShares) }
}

/** The ex-date that an option names: an exchange begins it with a session. */
function exDateOf(text: string): TradingDay {
  const day = dayOf(text, '--ex-date')
  if (isSession(day)) return day
  throw new AppError('invalid', `--ex-date: must be a day with a session; the next one is ${nextSession(day).day}`)
}

/** A split is carried out before the market opens, and a dividend belongs to the holder at the open. */
const effectOf = ({ kind, exDate }: Pick<StoredAction, 'kind' | 'exDate'>): Date =>
  kind === 'split' ? instantAt(exDate, '08:30') : sessionOnOrAfter(exDate).open

/** Corporate actions: those an operator enters, and those that vendors announce and an operator decides. */
export function corporateActionCommand(env: Env, say: Say): Command {
  const add = (action: Parameters<typeof insertAction>[1]) =>
    withOps(env, async ({ sql, clock }) => {
      const { kind, symbol, exDate } = action
      await refuseUnknown(sql, symbol)
      const id = await insertAction(sql, action)
      if (id === null) throw new AppError('conflict', `a ${kind} of ${symbol} on ${exDate} has already been entered`)
      say(
        clock.now() >= effectOf(action)
          ? `${kind} ${id} of ${symbol} comes late, because its hour on ${exDate} has passed: the next settlement carries it out`
          : `${kind} ${id} of ${symbol} takes effect on ${exDate}`,
      )
    })
  const command = new Command('corporate-action').description(
    'dividends and splits: dividend, split, list, remove; announcements of vendors: proposals, accept, reject',
  )
  command
    .command('dividend <symbol>')
    .description('an amount per share held when the ex-date begins, paid on the pay date; short positions owe it')
    .requiredOption('--ex-date <day>', 'YYYY-MM-DD')
    .requiredOption('--pay-date <day>', 'YYYY-MM-DD')
    .requiredOption('--amount <dollars>', 'per share, as shares are counted on the ex-date')
    .action(async (symbol: string, options: { exDate: string; payDate: string; amount: string }) => {
      const exDate = exDateOf(options.exDate)
      const payDate = dayOf(options.payDate, '--pay-date')
      if (payDate < exDate) throw new AppError('invalid', '--pay-date: must not be before the ex-date')
      const amountE4 = dollarsE4(options.amount, '--amount')
      await add({ kind: 'dividend', symbol: symbolOf(symbol), exDate, payDate, amountE4, source: SOURCE })
    })
  command
    .command('split <symbol>')
    .description('a split, carried out at 08:30 ET of its ex-date, before the market opens')
    .requiredOption('--ex-date <day>', 'YYYY-MM-DD')
    .requiredOption('--ratio <new:old>', 'new shares for old ones: 10:1, 3:2, 1:8')
    .option('--fraction-price <dollars>', 'price of one new share; required unless one old share becomes several')
    .action(async (symbol: string, options: { exDate: string; ratio: string; fractionPrice?: string }) => {
      const ratio = ratioOf(options.ratio)
      const { fractionPrice } = options
      if (leavesFractions(ratio.oldShares) && fractionPrice === undefined)
        throw new AppError(
          'invalid',
          '--fraction-price: required, because fractions of a share and options are paid at this price',
        )
      const fractionPriceE4 = fractionPrice === undefined ? null : dollarsE4(fractionPrice, '--fraction-price')
      const exDate = exDateOf(options.exDate)
      await add({ kind: 'split', symbol: symbolOf(symbol), exDate, ...ratio, fractionPriceE4, source: SOURCE })
    })
  command
    .command('list')
    .description('all actions, entered or adopted, newest first')
    .action(() =>
      withOps(env, async ({ sql, clock }) => say(actionTable(await listActions(sql), eastern(clock.now()).day))),
    )
  command
    .command('remove <id>')
    .description('remove an action that has not begun')
    .action((id: string) =>
      withOps(env, async ({ sql }) => {
        if (!/^\d{1,9}$/.test(id) || !(await deleteAction(sql, Number(id))))
          throw new AppError(
            'not_found',
            'no action has this id, or it has begun (ops corporate-action list shows them)',
          )
        say(`removed ${id}`)
      }),
    )
  for (const each of proposalCommands(env, say)) command.addCommand(each)
  return command
}

/** `due`: its day has come, and the next settlement begins it. */
function stateOf({ kind, exDate, accruedAt, closedAt }: StoredAction, today: TradingDay): string {
  if (closedAt) return 'done'
  if (accruedAt) return kind === 'split' ? 'begun' : 'accrued'
  return exDate > today ? 'ahead' : 'due'
}

const actionTable = (actions: readonly StoredAction[], today: TradingDay): string =>
  table(
    actions.map((action) => ({
      id: action.id,
      symbol: action.symbol,
      kind: action.kind,
      ex_date: action.exDate,
      what:
        action.kind === 'dividend'
          ? `${dollarsOf(action.amountE4)} paid ${action.payDate}`
          : `${action.newShares}:${action.oldShares}`,
      state: stateOf(action, today),
    })),
    'no corporate actions',
  )
