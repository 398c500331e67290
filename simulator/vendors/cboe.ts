import type { World } from '../world/world.ts'
import { cboeChart } from './cboe-charts.ts'
import { indexHistory } from './cboe-history.ts'
import { cboeOptions } from './cboe-options.ts'
import { cboeQuote } from './cboe-quotes.ts'
import { forbidden, html, type Vendor, type VendorReply, type VendorRequest } from './vendor.ts'

type Page = (world: World, name: string, request: VendorRequest) => VendorReply | null

const DELAYED = '/api/global/delayed_quotes'

const PAGES: readonly { pattern: RegExp; page: Page }[] = [
  { pattern: /^\/api\/global\/us_indices\/daily_prices\/([A-Z0-9]+)_History\.csv$/, page: indexHistory },
  { pattern: new RegExp(`^${DELAYED}/quotes/([A-Z0-9_.]+)\\.json$`), page: cboeQuote },
  { pattern: new RegExp(`^${DELAYED}/options/([A-Z0-9_.]+)\\.json$`), page: cboeOptions },
  { pattern: new RegExp(`^${DELAYED}/charts/historical/([A-Z0-9_]+)\\.json$`), page: cboeChart },
]

export const cboe: Vendor = {
  name: 'cboe',
  prefix: 'cboe',
  quota: { per_minute: 45, refusal: html(429, '429 Too Many Requests', 'cloudflare') },
  respond: (world, request) => {
    for (const { pattern, page } of PAGES) {
      const match = pattern.exec(request.path)
      if (match) return page(world, match[1]!, request) ?? forbidden()
    }
    return forbidden()
  },
}
