import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, tradingDay, weekday } from '../../shared/time/trading-day.ts'
import { isMeeting } from '../world/fed-meetings.ts'
import { FIRST_DAY } from '../world/world.ts'
import { type FeedItem, rss, xml } from './feed-xml.ts'
import { html, type Vendor, type VendorRequest } from './vendor.ts'

const PATH = '/feeds/press_all.xml'
const ITEMS_MAX = 20
const DAYS_BACK_MAX = 120
const [STATEMENT_AT, MINUTES_AFTER_DAYS, THURSDAY] = ['14:00', 21, 4]
const BOM = '﻿'
const PAGES = 'https://www.federalreserve.gov/newsevents/pressreleases'

/** A statement at 14:00 on the day of a decision, its minutes three weeks later, the balance sheet on Thursdays. */
const released = (day: string): Omit<FeedItem, 'guid'>[] => {
  const at = (time: string): Date => instantAt(tradingDay(day), time)
  const compact = day.replaceAll('-', '')
  const items: Omit<FeedItem, 'guid'>[] = []
  if (isMeeting(day)) {
    items.push({
      title: 'Federal Reserve issues FOMC statement',
      link: `${PAGES}/monetary${compact}a.htm`,
      at: at(STATEMENT_AT),
    })
  }
  if (isMeeting(addDays(tradingDay(day), -MINUTES_AFTER_DAYS))) {
    items.push({
      title: 'Minutes of the Federal Open Market Committee',
      link: `${PAGES}/monetary${compact}m.htm`,
      at: at(STATEMENT_AT),
    })
  }
  if (weekday(tradingDay(day)) === THURSDAY) {
    items.push({
      title: 'Federal Reserve Board announces approval of applications & notices',
      link: `${PAGES}/orders${compact}a.htm`,
      at: at('16:30'),
    })
  }
  return items
}

const item = ({ title, link, at }: Omit<FeedItem, 'guid'>): string =>
  `<item><title><![CDATA[${title}]]></title>\n<link><![CDATA[${link}]]></link>\n<guid>${link}</guid>\n` +
  `<description><![CDATA[${title}]]></description><category>Press Release</category>\n<pubDate>${at.toUTCString()}</pubDate></item>`

const feed = (instant: Date): string => {
  const today = eastern(instant).day
  const items: string[] = []
  for (let back = 0; back < DAYS_BACK_MAX && items.length < ITEMS_MAX; back++) {
    const day = addDays(today, -back)
    if (day < FIRST_DAY) break
    items.push(
      ...released(day)
        .filter(({ at }) => at <= instant)
        .map(item),
    )
  }
  return `${BOM}${rss('<title>FRB: Press Release - All Releases</title><link>https://www.federalreserve.gov</link>', items)}`
}

export const fed: Vendor = {
  name: 'fed',
  prefix: 'fed',
  quota: { per_minute: 30, refusal: html(429, 'Too Many Requests', 'Please try again later.') },
  respond: (_world, { path, instant }: VendorRequest) =>
    path === PATH ? xml(feed(instant)) : html(404, '404 Error', 'The page cannot be found.'),
}
