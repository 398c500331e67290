import { describe, expect, it } from 'vitest'
import { SERIES } from '../../shared/domain/market/series.ts'
import { VENDORS, type VendorId } from '../../shared/domain/market/source-id.ts'
import { TERMS, VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { instantAt } from '../../shared/time/eastern.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { sources } from '../sources/index.ts'
import { NO_DATA, type Source } from '../sources/source.ts'
import { vendorsOff } from '../sources/vendors-off.ts'
import { sourcesOff, whatIsOff } from './availability.ts'

const nothing = { live: true, accepted: [], hasDropDir: false } as const
const day = tradingDay('2026-11-20')
const member = { symbol: 'AAPL', sector: 'Information Technology', since: null } as const
const none = { ...NO_DATA, members: [member] }
const companies = [
  { ticker: 'AAPL', name: 'Apple', cik: 320193, stored: new Set<string>(), nextReport: null },
  { ticker: 'NEW', name: null, cik: null, stored: new Set<string>(), nextReport: null },
]

function askedVendors(source: Source): Set<VendorId> {
  const contexts = (['latest', 'history'] as const).flatMap((mode) =>
    ['09:00', '15:00', '19:00'].flatMap((time) =>
      [null, 'k'.repeat(32)].map((fredApiKey) => ({ at: instantAt(day, time), day, mode, fredApiKey, companies })),
    ),
  )
  const feeds = contexts.flatMap((context) => [...source.feeds(context), ...(source.follow?.(none, context) ?? [])])
  return new Set(feeds.map(({ vendor }) => vendor))
}

describe('the declarations of a source', () => {
  it.each(sources)('name the vendors that $id fetches from, and no other', (source) => {
    expect(new Set(Object.keys(source.gives))).toEqual(askedVendors(source))
  })

  it('cover every series but the put-call ratios, and every vendor', () => {
    const given = new Set(sources.flatMap(({ gives }) => Object.values(gives).flatMap(({ series }) => series)))
    expect(SERIES.filter((id) => !given.has(id))).toEqual(['putcall_total', 'putcall_equity', 'putcall_index'])
    expect(VENDORS.filter((vendor) => !sources.some(({ gives }) => gives[vendor]))).toEqual([])
  })
})

describe('sources that are off', () => {
  it('are none with a simulated market', () => {
    const simulated = { live: false, accepted: [], hasDropDir: false, hasPrints: true }
    expect([vendorsOff(simulated).size, sourcesOff(simulated), whatIsOff(simulated)]).toEqual([0, {}, []])
  })

  it('are, live and without settings, those with terms and the survey without a folder', () => {
    expect([...vendorsOff(nothing)].sort()).toEqual(['cboe', 'dix', 'google_news', 'nasdaq', 'yahoo'])
    expect(sourcesOff(nothing)).toEqual({
      market: 'not_accepted',
      minute: 'not_accepted',
      options: 'not_accepted',
      bars: 'not_accepted',
      breadth: 'not_accepted',
      fedfunds: 'not_accepted',
      chains: 'not_accepted',
      earnings: 'not_accepted',
      estimates: 'not_accepted',
      headlines: 'not_accepted',
      aaii: 'not_configured',
      prints: 'not_configured',
    })
  })

  it('are none when all terms are accepted and the survey has a folder', () => {
    expect(whatIsOff({ live: true, accepted: TERMS, hasDropDir: true, hasPrints: true })).toEqual([])
  })

  it('are listed with what would switch them on and what depends on them', () => {
    const lines = whatIsOff(nothing)
    const of = (name: string) => lines.find((line) => line.startsWith(`off: ${name} `))
    expect(lines).toHaveLength(TERMS.length + 2)
    expect(of('dix')).toBe(
      'off: dix (terms: ACCEPT_TERMS=dix) - component DIX; part of component GEX; alerts GEX_NEGATIVE, DIX_EXTREME',
    )
    expect(of('cboe')).toContain('components VIX, VIX Term, Skew')
    expect(of('cboe')).toContain('route')
    expect(of('yahoo')).toContain('component Breadth')
    expect(of('yahoo')).toContain('/api/v1/signals/sectors')
    expect(of('aaii')).toBe('off: aaii (AAII_DROP_DIR) - component AAII; source aaii')
    expect(of('prints')).toContain('off: prints (FLOW_PRINTS_TOKEN) - source prints; option prints')
    for (const terms of TERMS) expect(of(terms)).toContain(`ACCEPT_TERMS=${terms}`)
  })

  it('go by the terms of the vendors', () => {
    const named = new Set(VENDORS.flatMap((vendor) => VENDOR_FACTS[vendor].terms ?? []))
    expect([...named].sort()).toEqual([...TERMS])
  })
})
