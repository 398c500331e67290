import { isSymbolStored } from '../../../shared/postgres/market/bars-known.ts'
import type { ApiContext } from '../../http/context.ts'
import { refuseMissing } from '../../http/errors.ts'
import { knownSymbols, mayExist } from './read-quotes.ts'

export const refuseSymbol = () =>
  refuseMissing(
    'There is no such symbol.',
    'GET /api/v1/tickers/search?q= finds a symbol by a part of its name; GET /api/v1/trading/tickers lists all.',
  )

/** Returns whether a symbol is on a list, was added by an operator, or ever had a bar. */
export async function isKnownSymbol(context: ApiContext, symbol: string): Promise<boolean> {
  if (mayExist(symbol, await knownSymbols(context))) return true
  return await context.reader.read((sql) => isSymbolStored(sql, symbol))
}
