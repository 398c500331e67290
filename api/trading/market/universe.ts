import { ETFS, INDICES } from '../../../shared/domain/market/tradeable.ts'
import type { Reader } from '../../database/reader.ts'
import { everMembers, type MemberRow } from './tickers-view.ts'

/** The list changes a few times a year and is read again this often. */
const KEPT_MS = 60_000

export interface Ticker {
  symbol: string
  name: string | null
  sector: string | null
  kind: 'stock' | 'etf' | 'index'
}

export interface Universe {
  /** Null when no list has the symbol. */
  find(symbol: string): Ticker | null
  /** The symbols that can be bought and sold, sorted. */
  tradeable: readonly Ticker[]
  /** Null while no list of members is known, so a symbol that is not found may still exist. */
  members: { count: number; listedAt: Date; source: string } | null
}

export function universeOf(rows: readonly MemberRow[]): Universe {
  const etfs = [...ETFS].map(([symbol, name]): Ticker => ({ symbol, name, sector: null, kind: 'etf' }))
  const stockOf = ({ symbol, name, sector }: MemberRow): Ticker => ({ symbol, name, sector, kind: 'stock' })
  const current = rows.filter((row) => row.current)
  const indices = [...INDICES].map(([symbol, name]): Ticker => ({ symbol, name, sector: null, kind: 'index' }))
  // An account may still hold a company that has left the index, so its symbol stays known.
  const known = new Map([...rows.map(stockOf), ...etfs, ...indices].map((ticker) => [ticker.symbol, ticker]))
  const [newest] = current
  return {
    find: (symbol) => known.get(symbol) ?? null,
    tradeable: [...current.map(stockOf), ...etfs].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    members: newest ? { count: current.length, listedAt: newest.listedAt, source: newest.source } : null,
  }
}

/** The funds and indices, which are known without reading the database. */
export const UNIVERSE_WITHOUT_MEMBERS: Universe = universeOf([])

/** Reads the members at most once a minute; rejects with the reader's error when it has to read them and cannot. */
export function createUniverse(
  reader: Pick<Reader, 'read'>,
  { keptMs = KEPT_MS, nowMs = () => performance.now() } = {},
): () => Promise<Universe> {
  let last: { universe: Universe; untilMs: number } | null = null
  let reading: Promise<Universe> | null = null
  async function read(): Promise<Universe> {
    const universe = universeOf(await reader.read(everMembers))
    // Until the first list has arrived, look again every second.
    last = { universe, untilMs: nowMs() + (universe.members ? keptMs : Math.min(keptMs, 1_000)) }
    return universe
  }
  return async () => {
    if (last && nowMs() < last.untilMs) return last.universe
    reading ??= read().finally(() => {
      reading = null
    })
    return await reading
  }
}
