import { type TradingDay, tradingDay } from '../../time/trading-day.ts'
import { SYMBOL } from '../market/tradeable.ts'

/** Shares per contract; adjusted contracts are not traded. */
export const MULTIPLIER = 100
const STRIKE_SCALE = 1_000

export interface StockInstrument {
  kind: 'stock'
  symbol: string
}

export interface OptionInstrument {
  kind: 'option'
  /** OSI symbol without padding. */
  contract: string
  /** Our spelling: BRK.B, although the OSI root is BRKB. */
  underlying: string
  expiration: TradingDay
  right: 'call' | 'put'
  strike: number
}

/** Something an account can hold. Its name in the ledger is unique: SPY, SPY261218C00600000. */
export type Instrument = StockInstrument | OptionInstrument

const OSI = /^([A-Z]{1,6})(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
/** An OSI root has no dot, so roots of class shares must be known; these two are in the index. */
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

/** Null if no instrument has this name. A padded OSI symbol is accepted. */
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

/** Units per quantity: 1 for a share, 100 for a contract. */
export const multiplierOf = ({ kind }: Pick<Instrument, 'kind'>): number => (kind === 'option' ? MULTIPLIER : 1)

/** The symbol whose price determines the instrument's worth. */
export const underlyingOf = (instrument: Instrument): string =>
  instrument.kind === 'stock' ? instrument.symbol : instrument.underlying
