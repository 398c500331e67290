import { MEMBERS, type Member, type Sector } from '../members.ts'
import { hashText } from '../random.ts'

/** The company that issued a member's share, as the SEC and the exchanges know it. */
export type Filer = {
  /** Class shares with a dash, as in the world's list of securities. */
  symbol: string
  name: string
  sector: Sector
  cik: number
  hash: number
  /** The month in which its fiscal year ends, 1 to 12. */
  yearEnds: number
}

const FIRST_CIK = 1000
const OTHER_YEAR_ENDS = [1, 3, 6, 9]

const filerOf = ({ symbol, name, sector }: Member, index: number): Filer => {
  const hash = hashText(symbol)
  const isCalendar = hash % 10 < 7
  return {
    symbol: symbol.replace('/', '-'),
    name,
    sector,
    cik: FIRST_CIK + index,
    hash,
    yearEnds: isCalendar ? 12 : OTHER_YEAR_ENDS[(hash >>> 8) % OTHER_YEAR_ENDS.length]!,
  }
}

export const FILERS: readonly Filer[] = MEMBERS.map(filerOf)
const bySymbol = new Map(FILERS.map((filer) => [filer.symbol, filer]))
const byCik = new Map(FILERS.map((filer) => [filer.cik, filer]))

/** In any spelling: BRK-B, BRK.B, BRK/B. */
export const filerNamed = (symbol: string): Filer | undefined => bySymbol.get(symbol.replace(/[./]/, '-'))
export const filerOfCik = (cik: number): Filer | undefined => byCik.get(cik)
