import { LRUCache } from 'lru-cache'
import type { Db } from '../../../shared/postgres/server/db.ts'
import type { Reader } from '../../database/reader.ts'

/** Entries that one statement reads, so that each is short however long a ledger is. */
const PAGE = 2_000
/** Bounds the memory of one fold, in values that its states keep; an account counts for this many at least. */
const SIZE_MAX = 200_000
const SIZE_LEAST = 50

/** A row of a page: an entry of the ledger with what the fold needs of it. */
export interface FoldedEntry {
  number: number
  id: number
  recordedAt: Date
}

export interface EpochOf {
  accountId: number
  epoch: number
}

interface FoldOptions<S, E extends FoldedEntry> {
  empty: () => S
  /** Entries of an epoch from a number on, that one included, in their order. */
  page: (sql: Db, of: EpochOf, from: number, limit: number) => PromiseLike<readonly E[]>
  add: (state: S, entry: E) => void
  size: (state: S) => number
}

export interface LedgerFold<S> {
  /** The state after the newest entry of an epoch. It may change at the next read, so take what is needed at once. */
  read(reader: Pick<Reader, 'read'>, of: EpochOf): Promise<S>
}

interface Folded<S> {
  last: FoldedEntry | null
  state: S
}

/**
 * Sums up an epoch's ledger, which only grows, and keeps the state of the accounts read last, so that the next read
 * takes only the new entries. Each page is a statement of its own, and a page that fails leaves the earlier ones valid.
 * The last entry is read again each time; if it differs, because a standby that lagged behind took over, everything is
 * read again.
 */
export function createLedgerFold<S extends object, E extends FoldedEntry>(options: FoldOptions<S, E>): LedgerFold<S> {
  const { empty, page, add, size } = options
  const kept = new LRUCache<string, Folded<S>>({
    maxSize: SIZE_MAX,
    sizeCalculation: ({ state }) => Math.min(SIZE_MAX, SIZE_LEAST + size(state)),
  })
  const running = new Map<string, Promise<S>>()

  const takePage = async (reader: Pick<Reader, 'read'>, of: EpochOf, folded: Folded<S>): Promise<boolean> => {
    const { last } = folded
    const rows = await reader.read((sql) => page(sql, of, last?.number ?? 1, PAGE))
    if (last !== null && !isSame(rows[0], last)) {
      folded.last = null
      folded.state = empty()
      return true
    }
    for (const row of last === null ? rows : rows.slice(1)) {
      add(folded.state, row)
      folded.last = { number: row.number, id: row.id, recordedAt: row.recordedAt }
    }
    return rows.length === PAGE
  }
  const fold = async (reader: Pick<Reader, 'read'>, of: EpochOf, key: string): Promise<S> => {
    const folded = kept.get(key) ?? { last: null, state: empty() }
    try {
      while (await takePage(reader, of, folded));
    } finally {
      kept.set(key, folded)
    }
    return folded.state
  }
  return {
    async read(reader, of) {
      const key = `${of.accountId}/${of.epoch}`
      // A fold that runs already may have read its last page before an entry that this caller knows.
      const before = running.get(key)?.catch(() => undefined)
      const own = Promise.resolve(before).then(() => fold(reader, of, key))
      running.set(key, own)
      return await own.finally(() => {
        if (running.get(key) === own) running.delete(key)
      })
    },
  }
}

const isSame = (row: FoldedEntry | undefined, last: FoldedEntry): boolean =>
  row?.number === last.number && row.id === last.id && row.recordedAt.getTime() === last.recordedAt.getTime()
