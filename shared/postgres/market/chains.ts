import type { Origin } from '../../domain/market/observation.ts'
import type { OptionChain, OptionContract } from '../../domain/market/option-chain.ts'
import type { Db } from '../server/db.ts'

/** The part of a chain that is kept forever; its contracts are deleted after 30 days. */
export interface ChainAggregates {
  netGamma: number | null
  /** Null also in chains that were stored before it was kept. */
  netGammaWithoutToday: number | null
  callWall: number | null
  putWall: number | null
  contractsUsed: number
  zeroGamma: number | null
  maxPain: number | null
}

/** The analysis of a chain, made once when it is stored. `document` is deleted with the contracts. */
export interface ChainReading extends ChainAggregates {
  method: string
  document: string
}

const COLUMNS = ['bid', 'ask', 'iv', 'oi', 'volume'] as const

/** Returns the chain's id, or null when the same chain (same vendor time) is already stored. */
export async function saveChain(
  sql: Db,
  chain: OptionChain,
  reading: ChainReading,
  known: { at: Date; source: string; origin: Origin },
): Promise<number | null> {
  const [row] = await sql<{ id: number }[]>`
    insert into chains (underlying, quoted_at, known_at, spot, contracts, net_gamma,
      net_gamma_without_today, call_wall, put_wall, contracts_used,
      zero_gamma, max_pain, gamma_method, analysis, source, origin)
    values (${chain.underlying}, ${chain.quotedAt}, ${known.at}, ${chain.spot}, ${chain.contracts.length},
      ${reading.netGamma}, ${reading.netGammaWithoutToday}, ${reading.callWall}, ${reading.putWall}, ${reading.contractsUsed},
      ${reading.zeroGamma}, ${reading.maxPain}, ${reading.method}, ${reading.document}, ${known.source}, ${known.origin})
    on conflict do nothing
    returning id`
  if (!row) return null
  await sql`insert into chain_expirations ${sql(expirationRows(row.id, chain.contracts))}`
  return row.id
}

/** One row per expiration, one array per column, one element per strike; a missing side is zeros. */
function expirationRows(chainId: number, contracts: readonly OptionContract[]): Record<string, unknown>[] {
  const byExpiration = new Map<string, Map<number, Partial<Record<OptionContract['right'], OptionContract>>>>()
  for (const contract of contracts) {
    const strikes = byExpiration.get(contract.expiration) ?? new Map()
    strikes.set(contract.strike, { ...strikes.get(contract.strike), [contract.right]: contract })
    byExpiration.set(contract.expiration, strikes)
  }
  return [...byExpiration].map(([expiration, strikes]) => {
    const ordered = [...strikes].sort(([a], [b]) => a - b)
    const row: Record<string, unknown> = { chain_id: chainId, expiration, strikes: ordered.map(([strike]) => strike) }
    for (const right of ['call', 'put'] as const) {
      for (const column of COLUMNS) row[`${right}_${column}`] = ordered.map(([, sides]) => cell(sides[right], column))
    }
    return row
  })
}

function cell(contract: OptionContract | undefined, column: (typeof COLUMNS)[number]): number {
  if (!contract) return 0
  if (column === 'oi') return contract.openInterest
  return contract[column] ?? 0
}

export interface StoredChain extends ChainAggregates {
  underlying: string
  quotedAt: Date
  knownAt: Date
  spot: number
  contracts: number
  source: string
  /** Null if a version stored it that computed neither zero gamma nor max pain. */
  method: string | null
  /** The document stored with it; null once pruned, or if it is older than the document. */
  analysis: string | null
}

/** The newest chain of an underlying known by an instant and quoted since `from`. */
export async function chainAsKnown(
  sql: Db,
  { underlying, from, knownBy }: { underlying: string; from: Date; knownBy: Date },
): Promise<StoredChain | null> {
  const [row] = await sql<StoredChain[]>`
    select c.underlying, c.quoted_at as "quotedAt", c.known_at as "knownAt", c.spot, c.contracts,
      c.net_gamma as "netGamma", c.net_gamma_without_today as "netGammaWithoutToday", c.call_wall as "callWall", c.put_wall as "putWall",
      c.contracts_used as "contractsUsed", c.source, c.zero_gamma as "zeroGamma", c.max_pain as "maxPain", c.gamma_method as method, c.analysis
    from chains as c
    where c.underlying = ${underlying} and c.known_at <= ${knownBy} and c.quoted_at >= ${from}
    order by c.quoted_at desc
    limit 1`
  return row ?? null
}

export async function pruneChainContracts(sql: Db, before: Date): Promise<number> {
  await sql`update chains as c set analysis = null where c.known_at < ${before} and c.analysis is not null`
  const gone = await sql`
    delete from chain_expirations as e using chains as c where c.id = e.chain_id and c.known_at < ${before}`
  return gone.count
}

export interface StoredLevels {
  putWall: number | null
  zeroGamma: number | null
  quotedAt: Date
  knownAt: Date
  source: string
}

/** As `chainAsKnown`, without the analysis: read every minute. */
export async function chainLevelsAsKnown(
  sql: Db,
  { underlying, from, knownBy }: { underlying: string; from: Date; knownBy: Date },
): Promise<StoredLevels | null> {
  const [row] = await sql<StoredLevels[]>`
    select c.put_wall as "putWall", c.zero_gamma as "zeroGamma", c.quoted_at as "quotedAt", c.known_at as "knownAt", c.source
    from chains as c
    where c.underlying = ${underlying} and c.known_at <= ${knownBy} and c.quoted_at >= ${from}
    order by c.quoted_at desc
    limit 1`
  return row ?? null
}
