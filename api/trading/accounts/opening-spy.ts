import { markNow, readMarks } from '../../../shared/market/marks.ts'
import { marketAt } from '../../../shared/time/calendar.ts'
import { readNow } from '../../database/service-time.ts'
import type { ApiContext } from '../../http/context.ts'
import { touchMarket } from '../market/market-data.ts'

const BENCHMARK = 'SPY'

/**
 * The live mark of SPY for an epoch that begins now. Null outside sessions, when the newest close is the price to begin
 * from, and without a fresh quote: an account is opened in any case.
 */
export async function openingSpy(context: ApiContext): Promise<number | null> {
  try {
    const now = await readNow(context)
    if (marketAt(now).phase !== 'open') return null
    const marks = await readMarks(touchMarket(context), [BENCHMARK], now)
    return markNow(marks.get(BENCHMARK)!, now).markE4
  } catch (error) {
    context.log.debug({ cause: String(error) }, 'opening_without_spy')
    return null
  }
}
