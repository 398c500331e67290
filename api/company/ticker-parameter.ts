import { z } from 'zod'
import { symbolPath } from '../trading/market/symbol-parameters.ts'

export const TickerPath = symbolPath('a ticker', 'AAPL')
export const TickerParams = z.object({ ticker: TickerPath })
