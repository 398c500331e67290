import { describe, expect, it } from 'vitest'
import { readConfig, sourceSetup, userAgent, vendorBaseUrl } from './config.ts'
import { VENDORS } from './domain/market/source-id.ts'
import { TERMS, VENDOR_FACTS } from './domain/market/vendor-facts.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const live = (env: Record<string, string> = {}) => readConfig({ SOURCES: 'live', ...env })
const invalid = (text: string) => expect.objectContaining({ kind: 'invalid', message: expect.stringContaining(text) })

describe('the base URL of a vendor', () => {
  it('is in the simulator by default, at the given instant', () => {
    const config = readConfig({ SIMULATOR_URL: 'http://127.0.0.1:9100/' })
    expect(config.SOURCES).toBe('simulated')
    expect(vendorBaseUrl(config, 'fred_api', AT)).toBe('http://127.0.0.1:9100/at/2026-11-20T15:00:00.000Z/fred-api')
  })

  it.each(VENDORS.filter((vendor) => VENDOR_FACTS[vendor].baseUrl !== ''))(
    'for %s is live its own HTTPS host without a path',
    (vendor) => {
      const url = new URL(vendorBaseUrl(live(), vendor, AT))
      expect(url.href).toBe(`${VENDOR_FACTS[vendor].baseUrl}/`)
      expect([url.protocol, url.pathname, url.port, url.username]).toEqual(['https:', '/', '', ''])
    },
  )

  it('differs for each vendor, and live ignores the simulator', () => {
    expect(new Set(VENDORS.map((vendor) => VENDOR_FACTS[vendor].baseUrl)).size).toBe(VENDORS.length)
    expect(new Set(VENDORS.map((vendor) => VENDOR_FACTS[vendor].simulated)).size).toBe(VENDORS.length)
    const config = live({ SIMULATOR_URL: 'http://127.0.0.1:9100' })
    expect(vendorBaseUrl(config, 'cboe', AT)).toBe('https://cdn.cboe.com')
  })

  it('can be replaced by a mirror for one vendor', () => {
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
  ])('refuses a mirror at %s without repeating it', (url) => {
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

describe('the vendor of prints', () => {
  it.each([
    ['simulated, without a token', {}, false],
    ['simulated, with any token', { FLOW_PRINTS_TOKEN: 'x' }, true],
    ['live, without a host', { SOURCES: 'live', FLOW_PRINTS_TOKEN: 'x' }, false],
    ['live, without a token', { SOURCES: 'live', VENDOR_URLS: 'prints=https://prints.example' }, false],
    ['live', { SOURCES: 'live', VENDOR_URLS: 'prints=https://prints.example', FLOW_PRINTS_TOKEN: 'x' }, true],
  ])('is configured %s: %j gives %s', (_, env, isOn) => {
    expect(sourceSetup(readConfig(env)).hasPrints).toBe(isOn)
  })
})

describe('accepted terms', () => {
  it('are none by default and given by name', () => {
    expect(sourceSetup(live())).toEqual({ live: true, accepted: [], hasDropDir: false, hasPrints: false })
    expect(sourceSetup(live({ ACCEPT_TERMS: ' yahoo, cboe,cboe' })).accepted).toEqual(['cboe', 'yahoo'])
    expect(sourceSetup(readConfig({})).live).toBe(false)
  })

  it('refuse an unknown name with the list of names', () => {
    for (const word of ['aaii', 'Cboe', 'all', 'cboe;yahoo'])
      expect(() => live({ ACCEPT_TERMS: `cboe,${word}` })).toThrow(
        invalid(`ACCEPT_TERMS: unknown name; choose from ${TERMS.join(', ')}`),
      )
  })
})

describe('a live service', () => {
  it('has its own data folder unless one is given', () => {
    expect(live().DATA_DIR).toBe('.data-live')
    expect(live({ DATA_DIR: '/srv/market' }).DATA_DIR).toBe('/srv/market')
    expect(readConfig({}).DATA_DIR).toBe('.data')
  })

  it('names a contact in its User-Agent', () => {
    expect(userAgent(live({ CONTACT_EMAIL: 'ops@example.com' }))).toContain('contact: ops@example.com')
    expect(userAgent(live())).toMatch(/^market-state\//)
    expect(() => live({ CONTACT_EMAIL: 'nobody' })).toThrow(invalid('CONTACT_EMAIL'))
    expect(() => readConfig({ SOURCES: 'real' })).toThrow(invalid('SOURCES'))
  })
})
