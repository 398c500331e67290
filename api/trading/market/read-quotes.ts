import { SYMBOL } from '../../../shared/domain/market/tradeable.ts'
import { AppError, errorKind } from '../../../shared/errors.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { type QuoteAnswer, quoteDocument } from './quote-document.ts'
import { type Ticker, UNIVERSE_WITHOUT_MEMBERS, type Universe } from './universe.ts'

export const NOT_KNOWN = 'unknown symbol: see /api/v1/trading/tickers'

interface KnownSymbols {
  universe: Universe
  /** The reason why the list of members could not be read; null when it could. */
  outage: AppError | null
}

export async function knownSymbols({ universe }: Pick<ApiContext, 'universe'>): Promise<KnownSymbols> {
  try {
    return { universe: await universe(), outage: null }
  } catch (error) {
    if (!(error instanceof AppError) || errorKind(error) !== 'unavailable') throw error
    return { universe: UNIVERSE_WITHOUT_MEMBERS, outage: error }
  }
}

/** True for a listed symbol, and for any well-formed symbol while the list of members is missing. */
export const mayExist = (symbol: string, { universe, outage }: KnownSymbols): boolean =>
  universe.find(symbol) !== null || (SYMBOL.test(symbol) && (outage !== null || universe.members === null))

interface ReadQuote {
  symbol: string
  ticker: Ticker | null
  /** False: there is no such symbol. */
  exists: boolean
  document: QuoteAnswer
}

/** Rejects with the database's error when the database is down and no provider has a quote of any of the symbols. */
export async function readQuotes(context: ApiContext, symbols: readonly string[]): Promise<ReadQuote[]> {
  const now = await readNow(context)
  const known = await knownSymbols(context)
  const possible = symbols.filter((symbol) => mayExist(symbol, known))
  const { answers, outage } = await context.market.quotes(possible, now)
  const databaseError = outage ?? known.outage
  const read = symbols.map((symbol): ReadQuote => {
    const ticker = known.universe.find(symbol)
    const answer = answers.get(symbol)
    if (!answer || (answer.unknown && !ticker)) {
      const document = quoteDocument(symbol, null, { quote: null, reason: NOT_KNOWN, now })
      return { symbol, ticker: null, exists: false, document }
    }
    const document = quoteDocument(symbol, ticker, { quote: answer.value, reason: answer.reason, now })
    return { symbol, ticker, exists: true, document }
  })
  if (databaseError && read.every(({ document }) => document.price === null)) throw databaseError
  return read
}
