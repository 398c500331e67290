import type { LiveChain, LiveContract } from '../domain/market/live-chain.ts'
import { judgeQuote, type MarketQuote, type QuoteProviderId, type QuoteQuality } from '../domain/market/market-quote.ts'
import { type Instrument, type OptionInstrument, parseInstrument } from '../domain/trading/instrument.ts'
import { e4Of } from '../domain/trading/money.ts'
import type { TradingDay } from '../time/trading-day.ts'
import type { ChainListing, LiveMarket, Lookup } from './live-market.ts'

/** The market that touches are read from: the one shared by an API replica, or that of another process. */
export interface TouchMarket {
  quotes(symbols: readonly string[], now: Date): Promise<ReadonlyMap<string, Lookup<MarketQuote>>>
  chain: LiveMarket['chain']
}

export const touchMarketOf = (market: LiveMarket): TouchMarket => ({
  quotes: (symbols) => market.quotes(symbols),
  chain: (underlying, which) => market.chain(underlying, which),
})

/** The touch of an instrument: its best bid and best ask, in 1e-4 dollars for one share (also for an option). */
export interface Touch {
  instrument: Instrument
  bidE4: number | null
  askE4: number | null
  /** Displayed sizes, in shares or contracts. */
  bidSize: number | null
  askSize: number | null
  /** The middle of bid and ask; null unless both exist and bid is not above ask. */
  midE4: number | null
  /** The last trade of a stock; null for an option. */
  lastE4: number | null
  /** Close of the previous session of a stock; null for an option. */
  previousCloseE4: number | null
  volume: number | null
  quality: QuoteQuality
  quotedAt: Date
  ageSeconds: number
  delaySeconds: number
  source: QuoteProviderId
  /** Set for an option. */
  option: { contract: LiveContract; chain: LiveChain } | null
}

export interface TouchLookup {
  touch: Touch | null
  /** The reason why there is no touch, or no newer one; null if it was just fetched. */
  reason: string | null
  /** True if every provider answered and none has it. */
  unknown: boolean
}

const e4OrNull = (dollars: number | null): number | null => (dollars === null ? null : e4Of(dollars))
const NOTHING = 'no instrument has this name'

/** Reads the touch of each name; the caller bounds their number. Contracts of one expiration cost one request. */
export async function readTouches(
  market: TouchMarket,
  names: readonly string[],
  now: Date,
): Promise<Map<string, TouchLookup>> {
  const answers = new Map<string, TouchLookup>()
  const stocks: string[] = []
  const chains = new Map<string, OptionInstrument[]>()
  for (const name of new Set(names)) {
    const instrument = parseInstrument(name)
    if (!instrument) answers.set(name, { touch: null, reason: NOTHING, unknown: true })
    else if (instrument.kind === 'stock') stocks.push(name)
    else {
      const key = `${instrument.underlying} ${instrument.expiration}`
      chains.set(key, [...(chains.get(key) ?? []), instrument])
    }
  }
  async function readStocks(): Promise<void> {
    if (stocks.length === 0) return
    for (const [symbol, answer] of await market.quotes(stocks, now))
      answers.set(symbol, stockTouch(symbol, answer, now))
  }
  async function readChain(contracts: readonly OptionInstrument[]): Promise<void> {
    const { underlying, expiration } = contracts[0]!
    const answer = await market.chain(underlying, { expiration, from: expiration as TradingDay })
    for (const contract of contracts) answers.set(contract.contract, optionTouch(contract, answer, now))
  }
  await Promise.all([readStocks(), ...[...chains.values()].map(readChain)])
  return answers
}

interface Sides {
  bid: number | null
  ask: number | null
  quotedAt: Date
  delaySeconds: number
}

function judgedSides(sides: Sides, now: Date) {
  const quality = judgeQuote(sides, now)
  const bidE4 = e4OrNull(sides.bid)
  const askE4 = e4OrNull(sides.ask)
  const isOrdered = bidE4 !== null && askE4 !== null && askE4 > 0 && askE4 >= bidE4
  return {
    bidE4,
    askE4,
    midE4: isOrdered ? Math.round((bidE4 + askE4) / 2) : null,
    quality,
    quotedAt: sides.quotedAt,
    ageSeconds: Math.max(0, (now.getTime() - sides.quotedAt.getTime()) / 1_000),
    delaySeconds: sides.delaySeconds,
  }
}

function stockTouch(symbol: string, { value, reason, unknown }: Lookup<MarketQuote>, now: Date): TouchLookup {
  if (!value) return { touch: null, reason, unknown }
  const touch: Touch = {
    instrument: { kind: 'stock', symbol },
    ...judgedSides(value, now),
    bidSize: value.bidSize,
    askSize: value.askSize,
    lastE4: e4Of(value.price),
    previousCloseE4: e4OrNull(value.previousClose),
    volume: value.volume,
    source: value.source,
    option: null,
  }
  return { touch, reason, unknown: false }
}

function optionTouch(instrument: OptionInstrument, answer: Lookup<ChainListing>, now: Date): TouchLookup {
  const chain = answer.value?.chain
  if (!chain) return { touch: null, reason: answer.reason ?? 'no options expire on that day', unknown: answer.unknown }
  const { right, strike } = instrument
  const contract = chain.contracts.find((each) => each.right === right && each.strike === strike)
  if (!contract) return { touch: null, reason: 'the chain does not list this contract', unknown: true }
  const { quotedAt, delaySeconds, source } = chain
  const touch: Touch = {
    instrument,
    ...judgedSides({ bid: contract.bid, ask: contract.ask, quotedAt, delaySeconds }, now),
    bidSize: contract.bidSize,
    askSize: contract.askSize,
    lastE4: null,
    previousCloseE4: null,
    volume: contract.volume,
    source,
    option: { contract, chain },
  }
  return { touch, reason: answer.reason, unknown: false }
}
