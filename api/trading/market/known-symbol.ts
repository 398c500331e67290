import { isSymbolStored } from '../../../shared/postgres/market/bars-known.ts'
import type { ApiContext } from '../../http/context.ts'
import { knownSymbols, mayExist } from './read-quotes.ts'

/** Returns whether a symbol is on a list, was added by an operator, or ever had a bar. */
export async function isKnownSymbol(context: ApiContext, symbol: string): Promise<boolean> {
  if (mayExist(symbol, await knownSymbols(context))) return true
  return await context.reader.read((sql) => isSymbolStored(sql, symbol))
}
