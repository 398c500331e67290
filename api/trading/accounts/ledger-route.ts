import { z } from 'zod'
import { BOOKS, ENTRY_KINDS } from '../../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { type LedgerEntry, ledgerEntries } from '../../../shared/postgres/trading/ledger.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { readExample } from '../../openapi/read-example.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { refuseEpoch } from '../refuse.ts'
import { newestEntry } from './newest-entry-view.ts'

const dollars = (e4: number | null): number | null => (e4 === null ? null : dollarsOf(e4))

const LedgerPage = z.object({
  epoch: z.int().describe('the epoch of these entries'),
  balance: z.number().describe('cash after the newest entry of the epoch: the sum of every `change`, in dollars'),
  through: z.int().describe('number of that newest entry'),
  entries: z
    .array(
      z
        .object({
          number: z.int().describe('numbered 1, 2, 3… within its epoch, without gaps'),
          kind: z.enum(ENTRY_KINDS).describe('the kind of entry'),
          trade_id: z.string().nullable().describe('id of the trade that caused it; null without one'),
          at: z.string().describe('when it was posted, Eastern'),
          change: z.number().describe('change of the cash, in dollars'),
          balance: z.number().describe('cash after the entry, in dollars'),
          postings: z
            .array(
              z.object({
                book: z.enum(BOOKS).describe('account: yours; the other books are the other side'),
                instrument: z.string().nullable().describe('the instrument that moved; null: cash'),
                amount: z.number().nullable().describe('cash into the book, in dollars'),
                quantity: z.int().nullable().describe('shares or contracts into the book'),
                cost: z.number().nullable().describe('cost that moved with them, in dollars'),
              }),
            )
            .describe('its lines; cash and each instrument sum to zero'),
        })
        .meta({ id: 'LedgerEntry', description: 'One entry of the double-entry ledger' }),
    )
    .describe('oldest first'),
  next_after: z.int().nullable().describe('`after` of the next page; null on the last page'),
})

const entryDocument = (entry: LedgerEntry): z.infer<typeof LedgerPage>['entries'][number] => ({
  number: entry.number,
  kind: entry.kind,
  trade_id: entry.tradeId,
  at: easternExact(entry.at),
  change: dollarsOf(entry.changeE4),
  balance: dollarsOf(entry.afterE4),
  postings: entry.lines.map((line) => ({
    book: line.book,
    instrument: line.instrument,
    amount: dollars(line.amount_e4),
    quantity: line.quantity,
    cost: dollars(line.cost_e4),
  })),
})

export const tradingLedgerRoutes = [
  handlerRoute({
    class: 'agent',
    tag: 'trading',
    method: 'GET',
    path: `${TRADING_PATH}/ledger`,
    summary: 'Your ledger',
    description:
      'Every movement of an epoch since its opening, oldest first, in double entry. If you follow `next_after` to ' +
      'the end, the sum of `change` is the balance, exact to 1e-4 dollars.',
    errors: ['not_found'],
    query: z.object({
      after: queryInteger({ min: 0, max: 999_999_999, default: 0 }, 'number of the last entry you have'),
      limit: queryInteger({ min: 1, max: 500, default: 100 }, 'entries per page'),
      epoch: queryInteger({ min: 0, max: 999_999, default: 0 }, 'number of the epoch; 0: the current one'),
    }),
    response: {
      status: 200,
      description: 'A page of the ledger',
      contentType: JSON_TYPE,
      schema: LedgerPage,
      example: readExample<z.infer<typeof LedgerPage>>(import.meta.url, './ledger-example.json'),
    },
    handle: async ({ reader }, { query }, { request }): Promise<z.input<typeof LedgerPage>> => {
      const accountId = callerAccount(request)
      const { newest, entries } = await reader.read(async (sql) => {
        const found = await newestEntry(sql, accountId, query.epoch)
        // Entries posted since `found` was read are left for the next page, so that the answer is consistent.
        const limit = Math.min(query.limit, Math.max(0, (found?.number ?? 0) - query.after))
        if (!found || limit === 0) return { newest: found, entries: [] }
        return { newest: found, entries: await ledgerEntries(sql, { accountId, ...found, after: query.after, limit }) }
      })
      if (!newest) throw refuseEpoch()
      const last = entries.at(-1)?.number ?? query.after
      return {
        epoch: newest.epoch,
        balance: dollarsOf(newest.afterE4),
        through: newest.number,
        entries: entries.map(entryDocument),
        next_after: last < newest.number ? last : null,
      }
    },
  }),
]
