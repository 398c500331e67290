import { z } from 'zod'
import { symbolOf } from '../../shared/domain/market/tradeable.ts'

/** Any text: a malformed ticker is answered like an unknown one. BRK-B, BRK/B (encoded) and brk.b mean BRK.B. */
export const TickerPath = z
  .string()
  .transform(symbolOf)
  .meta({
    description: 'a ticker, in any case; class shares with a dot, a dash or an encoded slash (BRK.B, BRK-B, BRK%2FB)',
    override: { type: 'string', maxLength: 100, example: 'AAPL' },
  })
export const TickerParams = z.object({ ticker: TickerPath })
