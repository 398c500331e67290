import { describe, expect, it } from 'vitest'
import { readConfig, sourceSetup, userAgent, vendorBaseUrl } from './config.ts'
import { VENDORS } from './domain/market/source-id.ts'
import { TERMS, VENDOR_FACTS } from './domain/market/vendor-facts.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const live = (env: Record<string, string> = {}) => readConfig({ SOURCES: 'live', ...env })
const says = (text: string) => expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(text) })

describe('where a vendor answers', () => {
  it('simulated is the default, at the instant', () => {
    const config = readConfig({ SIMULATOR_URL: 'http://127.0.0.1:9100/' })
    expect(config.SOURCES).toBe('simulated')
    expect(vendorBaseUrl(config, 'fred_api', AT)).toBe('http://127.0.0.1:9100/at/2026-11-20T15:00:00.000Z/fred-api')
  })

  it.each(VENDORS)('live %s: its own host, encrypted, without a path', (vendor) => {
    const url = new URL(vendorBaseUrl(live(), vendor, AT))
    expect(url.href).toBe(`${VENDOR_FACTS[vendor].baseUrl}/`)
    expect([url.protocol, url.pathname, url.port, url.username]).toEqual(['https:', '/', '', ''])
  })

  it('live: hosts and prefixes are different for each vendor, and a simulator has no part', () => {
    expect(new Set(VENDORS.map((vendor) => VENDOR_FACTS[vendor].baseUrl)).size).toBe(VENDORS.length)
    expect(new Set(VENDORS.map((vendor) => VENDOR_FACTS[vendor].simulated)).size).toBe(VENDORS.length)
    const config = live({ SIMULATOR_URL: 'http://127.0.0.1:9100' })
    expect(vendorBaseUrl(config, 'cboe', AT)).toBe('https://cdn.cboe.com')
  })

  it('a mirror stands for one vendor', () => {
    const config = live({ VENDOR_URLS: 'cboe=http://127.0.0.1:9/cboe/, fred=https://mirror.example' })
    expect(vendorBaseUrl(config, 'cboe', AT)).toBe('http://127.0.0.1:9/cboe')
    expect(vendorBaseUrl(config, 'fred', AT)).toBe('https://mirror.example')
    expect(vendorBaseUrl(config, 'cftc', AT)).toBe('https://publicreporting.cftc.gov')
  })

  it.each([
    'http://mirror.example',
    'http://localhost.example',
    'ftp://127.0.0.1',
    'https://user:secret@mirror.example',
    'https://mirror.example?key=1',
    'mirror',
  ])('a mirror at %s is refused, without being repeated', (url) => {
    let message = ''
    try {
      live({ VENDOR_URLS: `cboe=${url}` })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain('VENDOR_URLS: cboe: an https URL')
    expect(message).not.toContain(url)
  })
})

describe('terms', () => {
  it('are none by default, and known by name', () => {
    expect(sourceSetup(live())).toEqual({ live: true, accepted: [], hasDropDir: false })
    expect(sourceSetup(live({ ACCEPT_TERMS: ' yahoo, cboe,cboe' })).accepted).toEqual(['cboe', 'yahoo'])
    expect(sourceSetup(readConfig({})).live).toBe(false)
  })

  it('an unknown name is refused with the list', () => {
    for (const word of ['aaii', 'Cboe', 'all', 'cboe;yahoo'])
      expect(() => live({ ACCEPT_TERMS: `cboe,${word}` })).toThrow(
        says(`ACCEPT_TERMS: unknown name; choose from ${TERMS.join(', ')}`),
      )
  })
})

describe('live', () => {
  it('has a data folder of its own, unless one is given', () => {
    expect(live().DATA_DIR).toBe('.data-live')
    expect(live({ DATA_DIR: '/srv/market' }).DATA_DIR).toBe('/srv/market')
    expect(readConfig({}).DATA_DIR).toBe('.data')
  })

  it('says who asks', () => {
    expect(userAgent(live({ CONTACT_EMAIL: 'ops@example.com' }))).toContain('contact: ops@example.com')
    expect(userAgent(live())).toMatch(/^market-state\//)
    expect(() => live({ CONTACT_EMAIL: 'nobody' })).toThrow(says('CONTACT_EMAIL'))
    expect(() => readConfig({ SOURCES: 'real' })).toThrow(says('SOURCES'))
  })
})
