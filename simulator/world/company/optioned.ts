import { FUNDS } from '../funds.ts'
import { hashText } from '../random.ts'
import { FILERS, type Filer } from './filers.ts'

/** A share or a fund that options are written on. The index fund has a chain of its own. */
export type Optioned = {
  /** Class shares with a dash, as in the world's list of securities. */
  symbol: string
  hash: number
  /** Null for a fund, which reports nothing. */
  filer: Filer | null
}

const optioned: readonly Optioned[] = [
  ...FILERS.map((filer) => ({ symbol: filer.symbol, hash: filer.hash, filer })),
  ...FUNDS.filter(({ kind }) => kind === 'ETF').map(({ symbol }) => ({ symbol, hash: hashText(symbol), filer: null })),
]
/** In the roots of options class shares have no mark: BRKB. */
export const rootOf = (symbol: string): string => symbol.replace(/[-./_]/, '')
const byRoot = new Map(optioned.map((each) => [rootOf(each.symbol), each]))

/** In any spelling: BRK-B, BRK.B, BRK/B, BRKB. */
export const optionedNamed = (symbol: string): Optioned | undefined => byRoot.get(rootOf(symbol))
