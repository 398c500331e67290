import { z } from 'zod'
import { BOOKS, ENTRY_KINDS } from '../../../shared/domain/trading/ledger.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { type LedgerEntry, ledgerEntries } from '../../../shared/postgres/trading/ledger.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import { JSON_TYPE } from '../../cache/document-route.ts'
import { refuse } from '../../http/errors.ts'
import { queryInteger } from '../../http/parameters.ts'
import { handlerRoute } from '../../http/route.ts'
import { callerAccount } from '../caller.ts'
import { TRADING_PATH } from '../parameters.ts'
import { newestEntry } from './newest-entry-view.ts'

const dollars = (e4: number | null): number | null => (e4 === null ? null : dollarsOf(e4))

const LedgerAnswer = z.object({
  epoch: z.int().describe('the epoch these entries are of'),
  balance: z.number().describe('cash behind the newest entry of the epoch: the sum of every `change`, in dollars'),
  through: z.int().describe('number of that newest entry'),
  entries: z
    .array(
      z
        .object({
          number: z.int().describe('1, 2, 3… within its epoch, without a gap'),
          kind: z.enum(ENTRY_KINDS).describe('what it is'),
          trade_id: z.string().nullable().describe('the trade that caused it; null when none did'),
          at: z.string().describe('when, Eastern'),
          change: z.number().describe('what it did to the cash, in dollars'),
          balance: z.number().describe('cash behind it, in dollars'),
          postings: z
            .array(
              z.object({
                book: z.enum(BOOKS).describe('account: yours; the others are the other side'),
                instrument: z.string().nullable().describe('what moved; null: cash'),
                amount: z.number().nullable().describe('cash into the book, in dollars'),
                quantity: z.int().nullable().describe('how much of the instrument came into the book'),
                cost: z.number().nullable().describe('basis that came with it, in dollars'),
              }),
            )
            .describe('its lines; cash, and each instrument, sum to zero'),
        })
        .meta({ id: 'LedgerEntry', description: 'One entry of the double-entry ledger' }),
    )
    .describe('oldest first'),
  next_after: z.int().nullable().describe('`after` of the next page; null when this was the last'),
})

const entryDocument = (entry: LedgerEntry): z.infer<typeof LedgerAnswer>['entries'][number] => ({
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
      'Every movement of an epoch from its opening on, oldest first, in double entry. Follow `next_after` to the end and ' +
      'add up `change`: it is the balance, to the last 1e-4 dollar.',
    errors: ['not_found'],
    query: z.object({
      after: queryInteger({ min: 0, max: 999_999_999, default: 0 }, 'number of the last entry you have'),
      limit: queryInteger({ min: 1, max: 500, default: 100 }, 'entries per page'),
      epoch: queryInteger({ min: 0, max: 999_999, default: 0 }, 'which epoch; 0: the present one'),
    }),
    response: {
      status: 200,
      description: 'A page of the ledger',
      contentType: JSON_TYPE,
      schema: LedgerAnswer,
      example: {
        epoch: 1,
        balance: 100_000,
        through: 1,
        entries: [
          {
            number: 1,
            kind: 'opening',
            trade_id: null,
            at: '2026-11-20T10:31:02-05:00',
            change: 100_000,
            balance: 100_000,
            postings: [
              { book: 'account', instrument: null, amount: 100_000, quantity: null, cost: null },
              { book: 'house', instrument: null, amount: -100_000, quantity: null, cost: null },
            ],
          },
        ],
        next_after: null,
      },
    },
    handle: async ({ reader }, { query }, { request }): Promise<z.input<typeof LedgerAnswer>> => {
      const accountId = callerAccount(request)
      const { newest, entries } = await reader.read(async (sql) => {
        const found = await newestEntry(sql, accountId, query.epoch)
        // What came behind it meanwhile belongs to the next look, so that one answer agrees with itself.
        const limit = Math.min(query.limit, Math.max(0, (found?.number ?? 0) - query.after))
        if (!found || limit === 0) return { newest: found, entries: [] }
        return { newest: found, entries: await ledgerEntries(sql, { accountId, ...found, after: query.after, limit }) }
      })
      if (!newest) throw refuse('not_found')
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
