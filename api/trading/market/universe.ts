import { ETFS, INDICES } from '../../../shared/domain/market/tradeable.ts'
import type { Reader } from '../../database/reader.ts'
import { everMembers, type MemberRow } from './tickers-view.ts'

/** The list changes a few times a year, and is read again this often. */
const KEPT_MS = 60_000

export interface Ticker {
  symbol: string
  name: string | null
  sector: string | null
  kind: 'stock' | 'etf' | 'index'
}

export interface Universe {
  /** Null: not among those we know. */
  find(symbol: string): Ticker | null
  /** What can be bought and sold, by symbol. */
  tradeable: readonly Ticker[]
  /** Null while no list of members is known, so that a symbol nobody found may be one all the same. */
  members: { count: number; listedAt: Date; source: string } | null
}

export function universeOf(rows: readonly MemberRow[]): Universe {
  const etfs = [...ETFS].map(([symbol, name]): Ticker => ({ symbol, name, sector: null, kind: 'etf' }))
  const stockOf = ({ symbol, name, sector }: MemberRow): Ticker => ({ symbol, name, sector, kind: 'stock' })
  const current = rows.filter((row) => row.current)
  const indices = [...INDICES].map(([symbol, name]): Ticker => ({ symbol, name, sector: null, kind: 'index' }))
  // Who left the index can still be held, so it stays known.
  const known = new Map([...rows.map(stockOf), ...etfs, ...indices].map((ticker) => [ticker.symbol, ticker]))
  const [newest] = current
  return {
    find: (symbol) => known.get(symbol) ?? null,
    tradeable: [...current.map(stockOf), ...etfs].sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    members: newest ? { count: current.length, listedAt: newest.listedAt, source: newest.source } : null,
  }
}

/** Known without asking anybody: funds and indices. */
export const UNIVERSE_WITHOUT_MEMBERS: Universe = universeOf([])

/** Reads the members at most once a minute; rejects as the reader does while there is nothing to fall back on. */
export function createUniverse(
  reader: Pick<Reader, 'read'>,
  { keptMs = KEPT_MS, nowMs = () => performance.now() } = {},
): () => Promise<Universe> {
  let last: { universe: Universe; untilMs: number } | null = null
  let reading: Promise<Universe> | null = null
  async function read(): Promise<Universe> {
    const universe = universeOf(await reader.read(everMembers))
    // A list that is about to arrive for the first time must not be waited for a minute.
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
