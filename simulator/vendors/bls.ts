import { eastern, easternIso, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { FIRST_DAY } from '../world/world.ts'
import { xml } from './feed-xml.ts'
import { html, type Vendor, type VendorRequest } from './vendor.ts'

const PATH = '/feed/bls_latest.rss'
const RELEASED_AT = '08:30'
const DAYS_BACK = 45
const FRIDAY = 5
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** Jobs are released on the first Friday, consumer prices about the twelfth, each for the month before. */
const release = (day: TradingDay): { what: string; code: string } | null => {
  const date = Number(day.slice(8))
  const month = MONTHS[(Number(day.slice(5, 7)) + 10) % 12]
  if (weekday(day) === FRIDAY && date <= 7) return { what: `The Employment Situation for ${month}`, code: 'empsit' }
  const isTwelfth = date >= 12 && date <= 14 && weekday(day) <= FRIDAY && (date === 12 || weekday(day) === 1)
  return isTwelfth ? { what: `Consumer Price Index for ${month}`, code: 'cpi' } : null
}

const entries = (instant: Date): string[] => {
  const today = eastern(instant).day
  return Array.from({ length: DAYS_BACK }, (_, back) => addDays(today, -back)).flatMap((day) => {
    const released = day < FIRST_DAY ? null : release(day)
    const at = instantAt(tradingDay(day), RELEASED_AT)
    if (!released || at > instant) return []
    const link = `https://www.bls.gov/news.release/archives/${released.code}_${day.replaceAll('-', '')}.htm`
    return [
      `<entry><title type="html">${released.what}</title><link rel="alternate" href="${link}"/><link rel="self" href="${link}#atom"/>` +
        `<id>tag:bls.gov,${day}:${released.code}</id><updated>${easternIso(at)}</updated><published>${easternIso(at)}</published></entry>`,
    ]
  })
}

export const bls: Vendor = {
  name: 'bls',
  prefix: 'bls',
  quota: { per_minute: 30, refusal: html(403, 'Access Denied', 'Automated retrieval is limited.') },
  respond: (_world, { path, instant, headers }: VendorRequest) => {
    // The vendor refuses requests without a user agent.
    if (!headers['user-agent']) return html(403, 'Access Denied', 'Access to this page is denied.')
    if (path !== PATH) return html(404, 'Page Not Found', 'The page does not exist.')
    const head = `<title>BLS Latest</title><id>https://www.bls.gov${PATH}</id><updated>${easternIso(instant)}</updated>`
    return xml(
      `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">${head}\n${entries(instant).join('\n')}\n</feed>\n`,
    )
  },
}
