import type { Db, Tx } from '../server/db.ts'

export interface GauntletRow {
  month: string
  archetype: string
  state: 'passed' | 'falsified' | 'insufficient'
  judgedAt: Date
  document: unknown
}

/** A month is judged once; what was judged is kept. */
export async function saveGauntlets(tx: Tx, rows: readonly GauntletRow[]): Promise<void> {
  if (rows.length === 0) return
  const values = rows.map(({ judgedAt, document, ...row }) => ({
    ...row,
    judged_at: judgedAt,
    document: tx.json(document as never),
  }))
  await tx`insert into screener_gauntlets ${tx(values)} on conflict do nothing`
}

export async function isMonthJudged(db: Db, month: string): Promise<boolean> {
  const rows = await db`select 1 from screener_gauntlets as g where g.month = ${month} limit 1`
  return rows.length > 0
}

/** The newest judgement of each archetype. */
export async function newestGauntlets(db: Db): Promise<GauntletRow[]> {
  return await db<GauntletRow[]>`
    select distinct on (g.archetype) g.month, g.archetype, g.state, g.judged_at as "judgedAt", g.document
    from screener_gauntlets as g order by g.archetype, g.month desc limit 100`
}
