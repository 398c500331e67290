import { type TradingDay, tradingDay } from '../../time/trading-day.ts'
import { SYMBOL } from '../market/tradeable.ts'

/** Shares behind one contract; adjusted contracts are not traded. */
export const MULTIPLIER = 100
const STRIKE_SCALE = 1_000

export interface StockInstrument {
  kind: 'stock'
  symbol: string
}

export interface OptionInstrument {
  kind: 'option'
  /** OSI without padding. */
  contract: string
  /** As we write the symbol: BRK.B, whose root is BRKB. */
  underlying: string
  expiration: TradingDay
  right: 'call' | 'put'
  strike: number
}

/** What can be held, by the one name it has in the ledger: SPY, SPY261218C00600000. */
export type Instrument = StockInstrument | OptionInstrument

const OSI = /^([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
/** A root has no dot, so which symbol it is has to be known; these are the class shares of the index. */
const CLASS_SHARES = new Map(['BRK.B', 'BF.B'].map((symbol) => [rootOf(symbol), symbol]))

function rootOf(symbol: string): string {
  return symbol.replace('.', '')
}

export const optionContract = ({
  underlying,
  expiration,
  right,
  strike,
}: Omit<OptionInstrument, 'kind' | 'contract'>) =>
  rootOf(underlying) +
  expiration.slice(2).replaceAll('-', '') +
  (right === 'call' ? 'C' : 'P') +
  String(Math.round(strike * STRIKE_SCALE)).padStart(8, '0')

/** Null: it is the name of nothing. A padded OSI symbol is one all the same. */
export function parseInstrument(name: string): Instrument | null {
  if (SYMBOL.test(name)) return { kind: 'stock', symbol: name }
  const contract = name.replace(/^([A-Z]{1,6}) {0,5}(?=\d)/, '$1')
  const [, root = '', year, month, day, letter, strike] = OSI.exec(contract) ?? []
  if (!root) return null
  const expiration = dayOrNull(`20${year}-${month}-${day}`)
  if (expiration === null || Number(strike) === 0) return null
  const underlying = CLASS_SHARES.get(root) ?? root
  if (!SYMBOL.test(underlying)) return null
  const right = letter === 'C' ? 'call' : 'put'
  return { kind: 'option', contract, underlying, expiration, right, strike: Number(strike) / STRIKE_SCALE }
}

function dayOrNull(text: string): TradingDay | null {
  try {
    return tradingDay(text)
  } catch {
    return null
  }
}

/** What a price of one unit is multiplied by. */
export const multiplierOf = ({ kind }: Pick<Instrument, 'kind'>): number => (kind === 'option' ? MULTIPLIER : 1)

/** The symbol an instrument's worth hangs on. */
export const underlyingOf = (instrument: Instrument): string =>
  instrument.kind === 'stock' ? instrument.symbol : instrument.underlying
