import type { Db, Tx } from '../server/db.ts'

interface SetupKey {
  ticker: string
  archetype: string
}

/** The setups that runs remember; all of them, or those of some tickers. */
export async function rememberedSetups<T>(db: Db, tickers?: readonly string[]): Promise<T[]> {
  const rows = await db<{ setup: T }[]>`
    select s.setup from screener_setups as s
    where ${tickers ? db`s.ticker = any(string_to_array(${tickers.join(',')}, ','))` : db`true`}
    order by s.ticker, s.archetype limit 20000`
  return rows.map(({ setup }) => setup)
}

/** Replaces the setups of the names that a run has read; a setup that the run no longer remembers is deleted. */
export async function replaceSetups(
  tx: Tx,
  run: string,
  { tickers, setups }: { tickers: readonly string[]; setups: readonly SetupKey[] },
): Promise<void> {
  await tx`delete from screener_setups as s where s.ticker = any(string_to_array(${tickers.join(',')}, ','))`
  if (setups.length === 0) return
  await tx`
    insert into screener_setups (ticker, archetype, setup, run)
    select n.value->>'ticker', n.value->>'archetype', n.value, ${run}
    from jsonb_array_elements(${tx.json(setups as never)}) as n`
}
