import { isTooOld, isTradableQuality } from '../../../shared/domain/market/market-quote.ts'
import { canFill } from '../../../shared/domain/trading/fill.ts'
import { parseInstrument } from '../../../shared/domain/trading/instrument.ts'
import type { AppError } from '../../../shared/errors.ts'
import { readMarks } from '../../../shared/market/marks.ts'
import type { Touch, TouchLookup } from '../../../shared/market/touches.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { eastern, easternIso } from '../../../shared/time/eastern.ts'
import type { ApiContext } from '../../http/context.ts'
import type { ErrorEntry } from '../../http/error-catalogue.ts'
import { Refusal } from '../../http/errors.ts'
import { touchMarket } from '../market/market-data.ts'
import { knownSymbols } from '../market/read-quotes.ts'
import { refuse } from '../refuse.ts'

/** A touch with both sides, in order and fresh enough to trade on. */
export interface LiveTouch extends Touch {
  bidE4: number
  askE4: number
}

export const refuseClosed = (at: Date): AppError =>
  refuse('market_closed', { next_open: easternIso(marketAt(at).nextOpen) })

/** The leg that a refusal is about. */
type LegDetails = { instrument: string }

/** The touch that may be traded on at this instant, or the refusal that states why there is none. */
function judgeLive(
  answer: TouchLookup | undefined,
  { allowDelayedTrading }: Pick<ApiContext, 'allowDelayedTrading'>,
  { leg, now }: { leg: LegDetails; now: Date },
): LiveTouch | AppError {
  if (!answer?.touch) return refuse('unavailable', { ...leg, reason: answer?.reason ?? 'no provider was asked' })
  const { touch, reason } = answer
  // A reason means that the feed is silent and this is its last good quote, which may no longer hold.
  if (reason !== null) return refuse('unavailable', { ...leg, reason })
  const isTradable = isTradableQuality(touch.quality)
  const isOld = touch.quality === 'stale' || (isTradable && isTooOld(touch, now))
  if (isOld) return refuse('stale_quote', { ...leg, age_seconds: Math.round(touch.ageSeconds) })
  if (!isTradable || touch.bidE4 === null || touch.askE4 === null || touch.bidE4 <= 0)
    return refuse('no_market', { ...leg, quality: touch.quality })
  if (touch.delaySeconds > 0 && !allowDelayedTrading)
    return refuse('delayed_feed', { ...leg, delay_seconds: touch.delaySeconds, source: touch.source })
  return { ...touch, bidE4: touch.bidE4, askE4: touch.askE4 }
}

const isRefusal = (one: LiveTouch | AppError): one is AppError => one instanceof Error

export interface OrderMarket {
  /** The touches of the order's legs. */
  touches: ReadonlyMap<string, LiveTouch>
  /** Every answer, including those for instruments that are only held. */
  answers: ReadonlyMap<string, TouchLookup>
}

/** The most chains that a confirmation has time to wait for. */
export const OTHER_EXPIRATIONS_MAX = 24

interface MarketWanted {
  legs: readonly { instrument: string }[]
  others?: readonly string[]
  /** Whether the account holds an instrument; queried only for one without a quote. */
  isHeld(instrument: string): Promise<boolean>
  now: Date
}

/** Reads the market of the order's legs and of `others`, whose worth the order depends on; refuses an untradable leg. */
export async function readOrderMarket(
  context: Pick<ApiContext, 'market' | 'allowDelayedTrading' | 'universe'>,
  { legs, others = [], isHeld, now }: MarketWanted,
): Promise<OrderMarket | AppError> {
  const names = legs.map(({ instrument }) => instrument)
  const answers = await readMarks(touchMarket(context), [...names, ...instrumentsToPrice(others)], now)
  const touches = new Map<string, LiveTouch>()
  for (const name of names) {
    const answer = answers.get(name)
    const leg = { instrument: name }
    if (answer?.unknown && !answer.touch)
      return parseInstrument(name)?.kind === 'stock'
        ? await refuseUnquoted(context, name, answer.reason)
        : await refuseUnlisted(name, { reason: answer.reason, leg, isHeld })
    const live = judgeLive(answer, context, { leg, now })
    if (isRefusal(live)) return live
    touches.set(name, live)
  }
  return { touches, answers }
}

/** No provider quotes the stock: it is unknown, unless our own list has it. */
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

/** A chain never lists such a contract again, so this `no_market` differs from those that pass within seconds. */
const UNLISTED: ErrorEntry = {
  status: 409,
  message: 'No chain lists this contract, so it has no price to trade at.',
  retryable: false,
  fix: 'What you hold of it is settled when it expires. Order something else.',
}

/** The contract does not exist, unless the account holds it, as after a split that the vendor's chain does not know. */
async function refuseUnlisted(
  instrument: string,
  { reason, leg, isHeld }: Pick<MarketWanted, 'isHeld'> & { reason: string | null; leg: LegDetails },
): Promise<AppError> {
  if (!(await isHeld(instrument))) return refuse('unknown_contract', leg)
  return new Refusal('no_market', UNLISTED, { instrument, quality: 'no_market', reason })
}

/**
 * Chains are read a few at a time, and a confirmation waits one second. If there are more expirations than fit into
 * that second, no chain is read at all: the account's equity stays unknown, and an order that a limit ties to it is
 * refused.
 */
function instrumentsToPrice(others: readonly string[]): readonly string[] {
  const expirations = new Set<string>()
  const stocks: string[] = []
  for (const name of others) {
    const instrument = parseInstrument(name)
    if (instrument?.kind === 'option') expirations.add(`${instrument.underlying} ${instrument.expiration}`)
    else stocks.push(name)
  }
  return expirations.size > OTHER_EXPIRATIONS_MAX ? stocks : others
}

/** A quote that was fresh when it was read may be too old once the account is locked. */
export const hasOldTouch = ({ touches }: OrderMarket, now: Date): boolean =>
  [...touches.values()].some((touch) => isTooOld(touch, now))

/** The ages in seconds of touches that cannot fill a trade quoted at `quotedAt`, by instrument; see `canFill`. */
export const touchesTooOldToFill = ({ touches }: OrderMarket, quotedAt: Date, now: Date): [string, number][] =>
  [...touches].flatMap(([name, touch]) =>
    canFill(touch, quotedAt, now) ? [] : [[name, Math.max(0, now.getTime() - touch.quotedAt.getTime()) / 1_000]],
  )

export const isExpired = (instrument: string, now: Date): boolean => {
  const parsed = parseInstrument(instrument)
  return parsed?.kind === 'option' && parsed.expiration < eastern(now).day
}
