import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FUNDS_WITH_BARS } from '../../shared/domain/market/liquid-funds.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { bars } from './bars.ts'
import { type FeedContext, NO_DATA } from './source.ts'

const day = tradingDay('2026-11-20')
const context: FeedContext = { at: instantAt(day, '16:50'), day, mode: 'latest', fredApiKey: null, followed: ['MMM'] }
const barsOf = (symbol: string) => ({ symbol, days: [day], closes: [90], rebased: false })

/** The symbols that are requested after the first feeds brought the bars of these. */
const followedAfter = (...symbols: string[]): string[] =>
  bars.follow!({ ...NO_DATA, bars: symbols.map(barsOf) }, context).map(({ id }) => id.replace('yahoo-member-', ''))

it('no symbol is requested twice in a run, because each request is one of few that the vendor allows in a minute', () => {
  const first = bars.feeds(context).map((feed) => feed.request(context).path.split('/').at(-1)!)
  const then = followedAfter(...first)
  expect(then).toEqual(['spy', 'qqq', 'iwm', 'dia', 'rsp', 'efa', 'eem', 'smh', 'ief', 'lqd', 'gld', 'slv', 'mmm'])
  const requested = [...first, ...then.map((symbol) => symbol.toUpperCase())]
  expect(new Set(requested).size).toBe(requested.length)
  expect(FUNDS_WITH_BARS.filter((fund) => !requested.includes(fund))).toEqual([])
})

it('a fund whose chart failed is requested once more, for its bars', () => {
  expect(followedAfter('XLB', 'XLC')).toContain('xlk')
  expect(followedAfter('XLB', 'XLC')).not.toContain('xlb')
})

it('dividends are taken out of the closes of every fund but USO, and the dollar index pays none', () => {
  const chart = readFileSync(new URL('../../harness/fixtures/yahoo-chart/TLT.json', import.meta.url), 'utf8')
  const [close, adjusted] = [89.97, 89.6583]
  const read = bars.feeds(context).map((feed) => {
    const symbol = decodeURIComponent(feed.request(context).path.split('/').at(-1)!)
    const [first] = feed.parse(Buffer.from(chart.replaceAll('"TLT"', `"${symbol}"`)), context).observations
    return [first!.series, first!.value] as const
  })
  expect(read.filter(([, value]) => value === close).map(([series]) => series)).toEqual(['uso_close', 'dxy_close'])
  expect(read.filter(([, value]) => value === adjusted).map(([series]) => series)).toEqual(
    expect.arrayContaining(['uup_adjclose', 'tlt_adjclose', 'hyg_adjclose', 'xlb_adjclose', 'xly_adjclose']),
  )
  expect(read).toHaveLength(16)
})
