import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eastern } from '../../shared/time/eastern.ts'
import type { TradingDay } from '../../shared/time/trading-day.ts'

/** `/at/<instant>/cboe/api/global/delayed_quotes/quotes/<symbol>.json`, as workers ask a simulator. */
const QUOTE = /^\/at\/([^/]+)\/cboe\/api\/global\/delayed_quotes\/quotes\/([^/]+)\.json$/

export interface QuoteServer {
  url: string
  close(): Promise<void>
}

/** Serves given prices in Cboe’s format, each quoted at the instant of the request. */
export async function openQuoteServer(
  pricesOn: (day: TradingDay) => ReadonlyMap<string, number>,
): Promise<QuoteServer> {
  const server = createServer((request, response) => {
    const [, instant, symbol] = QUOTE.exec(decodeURIComponent(request.url ?? '')) ?? []
    const at = eastern(new Date(instant ?? Number.NaN))
    const price = symbol === undefined ? undefined : pricesOn(at.day).get(symbol)
    response.setHeader('content-type', 'application/json')
    if (price === undefined) {
      response.writeHead(404).end('{}')
      return
    }
    const data = {
      current_price: price,
      open: price,
      bid: price - 0.01,
      ask: price + 0.01,
      last_trade_time: `${at.day}T${at.time}`,
    }
    response.end(JSON.stringify({ symbol, data }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
