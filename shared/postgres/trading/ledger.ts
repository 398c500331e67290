import type { Book, EntryKind, Posting } from '../../domain/trading/ledger.ts'
import { isCash } from '../../domain/trading/ledger.ts'
import type { Db, Tx } from '../server/db.ts'
import type { Account } from './accounts.ts'

export interface NewEntry {
  kind: EntryKind
  /** Derived from its cause, such as a trade or an expiry: a second entry of the same cause is refused. */
  key: string
  tradeId?: string
  /** Only for an opening: the live mark of SPY; null or absent where there is none. */
  spyE4?: number | null
  postings: readonly Posting[]
}

/** The account after an entry. An agent's trade never puts an account into deficit. */
export function accountAfter(account: Account, { kind, postings }: Pick<NewEntry, 'kind' | 'postings'>): Account {
  const cashE4 = postings.reduce(
    (cash, posting) => cash + (isCash(posting) && posting.book === 'account' ? posting.amountE4 : 0),
    account.cashE4,
  )
  const deficit = cashE4 < 0 && (kind !== 'trade' || account.deficit)
  return { ...account, cashE4, entries: account.entries + 1, deficit }
}

/**
 * The one way cash and positions move: stores an entry, its lines, and the changed account and positions in one
 * statement. `account` must be as this transaction locked it; returns it after the entry. An agent's trade that cash
 * does not cover breaks a constraint; entries of the service itself may leave a deficit.
 */
export async function postEntry(tx: Tx, account: Account, entry: NewEntry): Promise<Account> {
  const lines = entry.postings.map((posting, at) => ({
    line: at + 1,
    book: posting.book,
    ...(isCash(posting)
      ? { amount_e4: posting.amountE4 }
      : {
          instrument: posting.instrument,
          quantity: posting.quantity,
          cost_e4: posting.costE4,
          may_be_short: posting.mayBeShort ?? false,
        }),
  }))
  const after = accountAfter(account, entry)
  const { cashE4, entries: number, deficit } = after
  await tx`
    with line as materialized (
      select l.line, l.book, l.instrument, l.amount_e4, l.quantity, l.cost_e4, l.may_be_short
      from jsonb_to_recordset(${JSON.stringify(lines)}::text::jsonb) as l (line smallint, book text, instrument text,
        amount_e4 bigint, quantity bigint, cost_e4 bigint, may_be_short boolean)
    ), entry as (
      insert into ledger_entries (account_id, epoch, number, kind, key, trade_id, cash_change_e4, cash_after_e4,
        spy_e4)
      values (${account.id}, ${account.epoch}, ${number}, ${entry.kind}, ${entry.key}, ${entry.tradeId ?? null},
        ${cashE4 - account.cashE4}, ${cashE4}, ${entry.spyE4 ?? null})
      returning id
    ), posted as (
      insert into ledger_postings (entry_id, line, book, instrument, amount_e4, quantity, cost_e4)
      select entry.id, line.line, line.book, line.instrument, line.amount_e4, line.quantity, line.cost_e4
      from entry, line
    ), moved as (
      select line.instrument, sum(line.quantity)::bigint as quantity, sum(line.cost_e4)::bigint as cost_e4,
        bool_or(line.may_be_short) as may_be_short
      from line where line.book = 'account' and line.instrument is not null group by line.instrument
    ), changed as (
      update positions as p set quantity = p.quantity + moved.quantity, cost_e4 = p.cost_e4 + moved.cost_e4,
        may_be_short = moved.may_be_short or (p.may_be_short and p.quantity < 0)
      from moved
      where p.account_id = ${account.id} and p.epoch = ${account.epoch} and p.instrument = moved.instrument
      returning p.instrument
    ), opened as (
      insert into positions (account_id, epoch, instrument, quantity, cost_e4, may_be_short)
      select ${account.id}::integer, ${account.epoch}::integer, moved.instrument, moved.quantity, moved.cost_e4,
        moved.may_be_short
      from moved where not exists (select 1 from changed where changed.instrument = moved.instrument)
    )
    update accounts set cash_e4 = ${cashE4}, entries = ${number}, deficit = ${deficit} where id = ${account.id}`
  return after
}

/** Posts the first entry of an epoch, with which the ledger adds up to the balance from zero. */
export const postOpening = (tx: Tx, account: Account, spyE4: number | null = null): Promise<Account> =>
  postEntry(tx, account, {
    kind: 'opening',
    key: 'opening',
    spyE4,
    postings: [
      { book: 'account', amountE4: account.initialE4 },
      { book: 'house', amountE4: -account.initialE4 },
    ],
  })

export interface Position {
  instrument: string
  quantity: number
  costE4: number
}

export const POSITIONS_MAX = 5_000

/** The positions of an account's epoch, now or when the epoch ended. */
export async function readPositions(sql: Db, accountId: number, epoch: number): Promise<Position[]> {
  return await sql<Position[]>`
    select p.instrument, p.quantity, p.cost_e4 as "costE4" from positions as p
    where p.account_id = ${accountId} and p.epoch = ${epoch} and p.quantity <> 0
    order by p.instrument limit ${POSITIONS_MAX}`
}

/** The positions of the account's present epoch. */
export async function currentPositions(sql: Db, accountId: number): Promise<Position[]> {
  return await sql<Position[]>`
    select p.instrument, p.quantity, p.cost_e4 as "costE4" from positions as p
    where p.account_id = ${accountId} and p.quantity <> 0
      and p.epoch = (select a.epoch from accounts as a where a.id = ${accountId})
    order by p.instrument limit ${POSITIONS_MAX}`
}

export interface LedgerLine {
  book: Book
  instrument: string | null
  amount_e4: number | null
  quantity: number | null
  cost_e4: number | null
}

export interface LedgerEntry {
  number: number
  kind: EntryKind
  tradeId: string | null
  changeE4: number
  afterE4: number
  at: Date
  lines: LedgerLine[]
}

/** Entries of one epoch after a number, oldest first. */
export async function ledgerEntries(
  sql: Db,
  { accountId, epoch, after, limit }: { accountId: number; epoch: number; after: number; limit: number },
): Promise<LedgerEntry[]> {
  return await sql<LedgerEntry[]>`
    select e.number, e.kind, e.trade_id as "tradeId", e.cash_change_e4 as "changeE4", e.cash_after_e4 as "afterE4", e.at,
      (select jsonb_agg(jsonb_build_object('book', p.book, 'instrument', p.instrument, 'amount_e4', p.amount_e4,
        'quantity', p.quantity, 'cost_e4', p.cost_e4) order by p.line)
       from ledger_postings as p where p.entry_id = e.id) as lines
    from ledger_entries as e
    where e.account_id = ${accountId} and e.epoch = ${epoch} and e.number > ${after}
    order by e.number limit ${limit}`
}
