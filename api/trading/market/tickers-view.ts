import type { Sector } from '../../../shared/domain/market/index-member.ts'
import type { Db } from '../../../shared/postgres/server/db.ts'

export interface MemberRow {
  symbol: string
  name: string | null
  sector: Sector
  /** False when the company has left the index. */
  current: boolean
  /** When the newest list that changed anything was fetched. */
  listedAt: Date
  source: string
}

/** Every company that we have ever known in the index, each with its newest membership. */
export async function everMembers(sql: Db): Promise<MemberRow[]> {
  return await sql<MemberRow[]>`
    select k.symbol, k.name, k.sector, k.current, k.source, max(k.known_at) over () as "listedAt"
    from (
      select distinct on (m.symbol) m.symbol, m.name, m.sector, m.gone_at is null as current, m.source,
        greatest(m.known_at, m.gone_at) as known_at
      from index_members as m
      order by m.symbol, m.known_at desc
    ) as k
    order by k.symbol
    limit 2000`
}
