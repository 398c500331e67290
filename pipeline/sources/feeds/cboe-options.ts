import { z } from 'zod'
import type { OptionContract } from '../../../shared/domain/market/option-chain.ts'
import { AppError } from '../../../shared/errors.ts'
import { type TradingDay, tradingDay } from '../../../shared/time/trading-day.ts'
import { decodeJson } from '../decode-text.ts'
import { type Feed, NO_DATA } from '../source.ts'
import { easternNaive, refuseOffClock, utcNaive } from './delayed-clock.ts'

/** Sizes, volume and open interest come as floats (2834.0). */
const size = z.number().nonnegative().max(1e9)
const premium = z.number().nonnegative().max(1e6)
const Row = z.object({
  option: z.string().max(30),
  bid: premium,
  ask: premium,
  iv: z.number().min(0).max(100),
  open_interest: size,
  volume: size,
})
const Body = z.object({
  timestamp: z.string(),
  symbol: z.string(),
  data: z.object({
    current_price: z.number().positive().max(1e6),
    last_trade_time: z.string(),
    options: z.array(Row).min(1).max(100_000),
  }),
})

/** The largest chain has 12 MB. */
const BYTES_MAX = 25_000_000

/** The tail of an OSI symbol; the root before it may hold digits itself. */
const OSI_TAIL = /^(.+?)(\d{6})([CP])(\d{8})$/
const STRIKE_SCALE = 1000

export interface OsiSymbol {
  root: string
  expiration: TradingDay
  right: OptionContract['right']
  strike: number
}

export function parseOsi(text: string): OsiSymbol {
  const match = OSI_TAIL.exec(text)
  if (!match) throw new AppError('invalid', 'a contract does not have an OSI name')
  const [, root = '', date = '', right, strike] = match
  const expiration = tradingDay(`20${date.slice(0, 2)}-${date.slice(2, 4)}-${date.slice(4)}`)
  return { root: root.trim(), expiration, right: right === 'C' ? 'call' : 'put', strike: Number(strike) / STRIKE_SCALE }
}

/** The whole delayed chain of an underlying in one response. */
export function cboeOptions(underlying: string): Feed {
  // Class shares have no mark in the names of their options.
  const root = underlying.replace('.', '')
  return {
    id: `cboe-${underlying.toLowerCase()}-options`,
    vendor: 'cboe',
    forbidden: 'unknown_symbol',
    required: true,
    request: () => ({
      path: `/api/global/delayed_quotes/options/${underlying}.json`,
      accept: 'json',
      bytesMax: BYTES_MAX,
    }),
    parse(body, { at }) {
      const parsed = Body.safeParse(decodeJson(body))
      if (!parsed.success)
        throw new AppError('invalid', `${underlying}: not the shape of a chain`, { cause: parsed.error })
      const { timestamp, symbol, data } = parsed.data
      if (symbol.replace('.', '') !== root) throw new AppError('invalid', `requested ${underlying}, got another symbol`)
      const quotedAt = easternNaive(data.last_trade_time)
      refuseOffClock(quotedAt, utcNaive(timestamp), at)
      const named = data.options.map((row) => ({ row, osi: parseOsi(row.option) }))
      // SPY1 and the like deliver something other than 100 shares, after a corporate action.
      const standard = named.filter(({ osi }) => osi.root === root && osi.strike > 0)
      if (standard.length === 0) throw new AppError('invalid', `${underlying}: no standard contract in the chain`)
      const contracts = standard.map(({ row, osi }) => contractOf(row, osi))
      refuseRepeated(contracts)
      refuseBlank(contracts, underlying)
      const chain = { underlying, spot: data.current_price, quotedAt, contracts }
      const dropped = named.length - standard.length
      return { ...NO_DATA, chains: [chain], notes: dropped > 0 ? [`${dropped} adjusted contracts dropped`] : [] }
    },
  }
}

/** An implied volatility of 0 means "not computable", never calm. */
const contractOf = (row: z.infer<typeof Row>, { expiration, strike, right }: OsiSymbol): OptionContract => ({
  expiration,
  strike,
  right,
  bid: row.bid,
  ask: row.ask,
  iv: row.iv > 0 ? row.iv : null,
  openInterest: row.open_interest,
  volume: row.volume,
})

/**
 * The vendor writes 0 for missing values. A list without any quote, or without any open interest, gives no figures; if
 * it counted as a success, it would replace the last good chain.
 */
function refuseBlank(contracts: readonly OptionContract[], underlying: string): void {
  if (contracts.every(({ bid, ask, iv }) => bid === 0 && ask === 0 && iv === null))
    throw new AppError('invalid', `${underlying}: no contract of the chain is quoted`)
  if (contracts.every(({ openInterest }) => openInterest === 0))
    throw new AppError('invalid', `${underlying}: no contract of the chain has open interest`)
}

/** A contract listed twice would count its open interest twice. */
function refuseRepeated(contracts: readonly OptionContract[]): void {
  const seen = new Set(contracts.map((each) => `${each.expiration}${each.right}${each.strike}`))
  if (seen.size !== contracts.length) throw new AppError('invalid', 'the chain lists a contract twice')
}
