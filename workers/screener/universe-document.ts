import { BENCHMARK, FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import { membersAsKnown } from '../../shared/postgres/market/members.ts'
import type { Tx } from '../../shared/postgres/server/db.ts'

/** The names of a run: members of that day, and liquid funds. */
export async function universeDocument(tx: Tx, { scanned, now }: { scanned: ReadonlySet<string>; now: Date }) {
  const members = await membersAsKnown(tx, now)
  const bySymbol = new Map(members.map(({ symbol, sector }) => [symbol, sector]))
  const funds = FUNDS_WITH_BARS.filter((fund) => fund !== BENCHMARK && !bySymbol.has(fund))
  const names = [
    ...members.map(({ symbol, sector }) => ({
      ticker: symbol,
      kind: 'member' as const,
      sector: sector as string | null,
      scanned: scanned.has(symbol),
    })),
    ...funds.map((ticker) => ({ ticker, kind: 'fund' as const, sector: null, scanned: scanned.has(ticker) })),
  ].toSorted((a, b) => (a.ticker < b.ticker ? -1 : 1))
  return { count: names.length, scanned: scanned.size, names }
}
