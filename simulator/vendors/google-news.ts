import { sessionOn } from '../../shared/time/calendar.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { FILERS } from '../world/company/filers.ts'
import { levelsAt, previousClose } from '../world/levels.ts'
import { mix } from '../world/random.ts'
import { securityOf } from '../world/securities.ts'
import { securityClose } from '../world/security.ts'
import type { World } from '../world/world.ts'
import { escapeXml, rss, xml } from './feed-xml.ts'
import { html, type Vendor, type VendorRequest } from './vendor.ts'

const PATH = '/rss/search'
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const PUBLISHERS = ['Reuters', 'Associated Press', 'MarketWatch', 'Barron’s'] as const
/** An advertisement without a date, as the real feed contains. */
const UNDATED = 'Five things to know about index funds'

/** The headline of a moment: the move since the previous close, and the level of VIX. */
const headline = (world: World, at: Date, isClose: boolean): string => {
  const moment = world.momentAt(at)
  const { spx, vix } = levelsAt(world, moment)
  const before = levelsAt(world, previousClose(world, moment))
  const change = 100 * (spx / before.spx - 1)
  const size = `${Math.abs(change).toFixed(1)}%`
  const verb = Math.abs(change) < 0.15 ? 'little changed' : change > 0 ? `up ${size}` : `down ${size}`
  const fear = vix > before.vix * 1.08 ? 'VIX jumps to' : vix < before.vix * 0.93 ? 'VIX falls to' : 'VIX at'
  return `S&P 500 ${isClose ? 'ends' : 'trades'} ${verb} at ${Math.round(spx)}; ${fear} ${vix.toFixed(1)}`
}

/** Articles of the last day: one an hour of the session, and one at its close. */
const articles = (world: World, instant: Date): { title: string; at: Date }[] => {
  const today = eastern(instant).day
  return [addDays(today, -1), today].flatMap((day) => {
    const session = sessionOn(day)
    if (!session) return []
    const found: { title: string; at: Date }[] = []
    for (let at = session.open.getTime() + HOUR_MS; at < session.close.getTime(); at += HOUR_MS)
      found.push({ title: headline(world, new Date(at), false), at: new Date(at) })
    const closed = new Date(session.close.getTime() + HOUR_MS / 10)
    return [...found, { title: headline(world, closed, true), at: closed }].filter(
      ({ at }) => at <= instant && at.getTime() > instant.getTime() - DAY_MS,
    )
  })
}

const item = (title: string, publisher: string, at: Date | null): string => {
  const id = `CBMi${mix(title.length, at?.getTime() ?? 0, 7).toString(36)}${mix((at?.getTime() ?? 0) % 0x7fffffff).toString(36)}`
  const link = `https://news.google.com/rss/articles/${id}?oc=5`
  const shown = `<a href="${link}" target="_blank">${escapeXml(title)}</a>&nbsp;&nbsp;<font color="#6f6f6f">${publisher}</font>`
  return (
    `<item><title>${escapeXml(`${title} - ${publisher}`)}</title><link>${link}</link><guid isPermaLink="false">${id}</guid>` +
    `${at ? `<pubDate>${at.toUTCString()}</pubDate>` : ''}<description>${escapeXml(shown)}</description>` +
    `<source url="https://www.example.com">${publisher}</source></item>`
  )
}

const ABOUT = /^"(.+)" stock when:1d$/
const PHRASES = [
  'Shares of NAME PLURAL in heavy trading',
  'NAME VERB as investors weigh its outlook',
  'What analysts say about NAME',
] as const

/** A company has an article on about half of the days, after the close. */
const companyArticles = (world: World, name: string, instant: Date): { title: string; at: Date }[] => {
  const filer = FILERS.find((each) => each.name === name || each.symbol.replace('-', '.') === name)
  if (!filer) return []
  return [addDays(eastern(instant).day, -1), eastern(instant).day].flatMap((day) => {
    const session = sessionOn(day)
    const draw = mix(world.seed, filer.hash, world.indexOf(day), 99)
    if (!session || draw % 2 === 0) return []
    const at = new Date(session.close.getTime() + (draw % 90) * 60_000)
    if (at > instant || at.getTime() <= instant.getTime() - DAY_MS) return []
    const index = world.indexOf(day)
    const security = securityOf(world, filer.symbol)!
    const change = securityClose(world, security, index) / securityClose(world, security, Math.max(0, index - 1)) - 1
    const [verb, plural] =
      Math.abs(change) < 0.005 ? ['holds steady', 'hold steady'] : change > 0 ? ['rises', 'rise'] : ['falls', 'fall']
    const title = PHRASES[(draw >>> 4) % PHRASES.length]!.replace('PLURAL', plural!)
      .replace('VERB', verb!)
      .replace('NAME', filer.name)
    return [{ title, at }]
  })
}

const feed = (world: World, query: string, instant: Date): string => {
  const company = ABOUT.exec(query)?.[1]
  const found = company === undefined ? articles(world, instant) : companyArticles(world, company, instant)
  const items = found.map(({ title, at }) =>
    item(title, PUBLISHERS[Math.floor(at.getTime() / HOUR_MS) % PUBLISHERS.length]!, at),
  )
  // The real feed is not sorted either.
  const shuffled = [...items.filter((_, index) => index % 2 === 1), ...items.filter((_, index) => index % 2 === 0)]
  return rss('<generator>NFE/5.0</generator><title>"stock market" - Google News</title>', [
    ...shuffled,
    ...(company === undefined ? [item(UNDATED, PUBLISHERS[2], null)] : []),
  ])
}

export const googleNews: Vendor = {
  name: 'google_news',
  prefix: 'google-news',
  quota: { per_minute: 20, refusal: html(429, 'Sorry...', 'We are sorry, but your computer may be sending queries.') },
  respond: (world, { path, query, instant }: VendorRequest) =>
    path === PATH && query.get('q')
      ? xml(feed(world, query.get('q')!, instant))
      : html(404, 'Error 404 (Not Found)!!1', 'The requested URL was not found.'),
}
