import type { Db } from './db.ts'

export interface TableSize {
  table: string
  rows: number
  /** Includes indexes and out-of-line storage (TOAST). */
  bytes: number
  indexBytes: number
  /** Rows that were ever inserted, since the server's statistics began; pruning takes none away. */
  inserted: number
}

/**
 * Every table of the service, the largest first; a partitioned one as a whole. Rows are the planner's estimate, which each
 * analysis renews.
 */
export async function tableSizes(sql: Db): Promise<TableSize[]> {
  return await sql<TableSize[]>`
    select coalesce(p.relname, c.relname) as table, sum(greatest(c.reltuples, s.n_live_tup))::float8 as rows,
      sum(pg_total_relation_size(c.oid))::float8 as bytes, sum(pg_indexes_size(c.oid))::float8 as "indexBytes",
      sum(s.n_tup_ins)::float8 as inserted
    from pg_class as c join pg_stat_user_tables as s on s.relid = c.oid
    left join pg_inherits as i on i.inhrelid = c.oid left join pg_class as p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    group by 1 order by bytes desc, 1 limit 200`
}
