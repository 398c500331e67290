import { isTooOld } from '../../../shared/domain/market/market-quote.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import { isCloser } from '../../../shared/domain/trading/order-check.ts'
import type { Order } from '../../../shared/domain/trading/trade.ts'
import type { AppError } from '../../../shared/errors.ts'
import { readMarks } from '../../../shared/market/marks.ts'
import type { Touch, TouchAnswer, TouchMarket } from '../../../shared/market/touches.ts'
import { readHoldings } from '../../../shared/postgres/trading/holdings.ts'
import { eastern } from '../../../shared/time/eastern.ts'
import type { ApiContext } from '../../http/context.ts'
import { knownSymbols, mayExist } from '../market/read-quotes.ts'
import { refuse } from '../refuse.ts'
import { refuseBeforeSplit } from './split-ahead.ts'

/** Two sides in order that somebody stands behind. */
export interface LiveTouch extends Touch {
  bidE4: number
  askE4: number
}

export const touchMarket = ({ market }: Pick<ApiContext, 'market'>): TouchMarket => ({
  quotes: async (symbols, now) => (await market.quotes(symbols, now)).answers,
  chain: (underlying, which) => market.chain(underlying, which),
})

/** Whether an order's instruments can be traded at all; an index cannot, and what is held of a former member only closed. */
export async function refuseUntradable(context: ApiContext, order: Order, accountId: number): Promise<AppError | null> {
  const known = await knownSymbols(context)
  const ticker = known.universe.find(order.underlying)
  if (ticker?.kind === 'index') return refuse('not_tradable')
  if (!mayExist(order.underlying, known)) return refuse('unknown_symbol')
  const { members, tradeable } = known.universe
  const hasLeft = ticker !== null && members !== null && !tradeable.some(({ symbol }) => symbol === ticker.symbol)
  if (hasLeft && !(await closesWhatIsHeld(context, order, accountId))) return refuse('not_tradable')
  return await refuseBeforeSplit(context, order, accountId)
}

async function closesWhatIsHeld({ reader }: ApiContext, { legs }: Order, accountId: number): Promise<boolean> {
  const holdings = await reader.read((sql) => readHoldings(sql, accountId))
  const held = new Map(holdings?.positions.map(({ instrument, quantity }) => [instrument, quantity]))
  return legs.every(({ instrument, quantity }) => isCloser(held.get(instrument) ?? 0, quantity))
}

/** Of several legs a refusal says which one it is about. */
type About = { instrument: string } | undefined

/** A touch that may be traded on at an instant, or why not. */
export function judgeLive(
  answer: TouchAnswer | undefined,
  { allowDelayedTrading }: Pick<ApiContext, 'allowDelayedTrading'>,
  { about, now }: { about: About; now: Date },
): LiveTouch | AppError {
  if (!answer?.touch) {
    if (answer?.unknown) return refuse('unknown_contract', about)
    return refuse('unavailable', { ...about, reason: answer?.reason ?? 'nobody was asked' })
  }
  const { touch, reason } = answer
  // The last good value of a feed that is silent now: nobody can say that it still holds.
  if (reason !== null) return refuse('unavailable', { ...about, reason })
  const isOld = touch.quality === 'stale' || (touch.quality === 'good' && isTooOld(touch, now))
  if (isOld) return refuse('stale_quote', { ...about, age_seconds: Math.round(touch.ageSeconds) })
  if (touch.quality !== 'good' || touch.bidE4 === null || touch.askE4 === null || touch.bidE4 <= 0)
    return refuse('no_market', { ...about, quality: touch.quality })
  if (touch.delaySeconds > 0 && !allowDelayedTrading)
    return refuse('delayed_feed', { ...about, delay_seconds: touch.delaySeconds, source: touch.source })
  return { ...touch, bidE4: touch.bidE4, askE4: touch.askE4 }
}

const isRefusal = (one: LiveTouch | AppError): one is AppError => one instanceof Error

export const aboutOf = (legs: readonly unknown[], instrument: string): About =>
  legs.length > 1 ? { instrument } : undefined

export interface OrderMarket {
  touches: ReadonlyMap<string, LiveTouch>
  /** Every answer, also of what is only held. */
  answers: ReadonlyMap<string, TouchAnswer>
}

/** As many chains as a confirmation can wait for. */
export const EXPIRATIONS_BESIDE = 24

/** The market of some instruments now, and of others whose worth is asked for; a refusal when one cannot be traded. */
export async function readOrderMarket(
  context: Pick<ApiContext, 'market' | 'allowDelayedTrading' | 'universe'>,
  { legs, beside = [], now }: { legs: readonly { instrument: string }[]; beside?: readonly string[]; now: Date },
): Promise<OrderMarket | AppError> {
  const names = legs.map(({ instrument }) => instrument)
  const answers = await readMarks(touchMarket(context), [...names, ...worthAsking(beside)], now)
  const touches = new Map<string, LiveTouch>()
  for (const name of names) {
    const answer = answers.get(name)
    if (answer?.unknown && !answer.touch && parseInstrument(name)?.kind === 'stock')
      return await refuseUnquoted(context, name, answer.reason)
    const live = judgeLive(answer, context, { about: aboutOf(names, name), now })
    if (isRefusal(live)) return live
    touches.set(name, live)
  }
  return { touches, answers }
}

/** Nobody quotes it: what our list has is a symbol all the same. */
async function refuseUnquoted(
  context: Pick<ApiContext, 'universe'>,
  instrument: string,
  reason: string | null,
): Promise<AppError> {
  const { universe } = await knownSymbols(context)
  return universe.find(instrument)
    ? refuse('no_market', { instrument, quality: 'no_market', reason })
    : refuse('unknown_symbol')
}

/**
 * Chains are asked for a few at a time, and a confirmation waits a second. Of an account with more expirations than that
 * allows none is asked for: its worth stays unknown, and says so, where a limit hangs on it.
 */
function worthAsking(beside: readonly string[]): readonly string[] {
  const expirations = new Set<string>()
  const stocks: string[] = []
  for (const name of beside) {
    const instrument = parseInstrument(name)
    if (instrument?.kind === 'option') expirations.add(`${instrument.underlying} ${instrument.expiration}`)
    else stocks.push(name)
  }
  return expirations.size > EXPIRATIONS_BESIDE ? stocks : beside
}

/** What was in time when it was read may not be once the account is locked. */
export const isAnyTooOld = ({ touches }: OrderMarket, now: Date): boolean =>
  [...touches.values()].some((touch) => isTooOld(touch, now))

/** A feed that lags behind the one a trade was quoted by cannot say whether the market has moved since. */
export const isAnyBefore = ({ touches }: OrderMarket, quotedAt: Date): boolean =>
  [...touches.values()].some((touch) => touch.quotedAt < quotedAt)

export const isExpired = (instrument: string, now: Date): boolean => {
  const parsed = parseInstrument(instrument)
  return parsed?.kind === 'option' && parsed.expiration < eastern(now).day
}
