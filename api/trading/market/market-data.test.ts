import { setImmediate as soon } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { silentLog } from '../../../shared/log.ts'
import { createMarketData, freshMs, type OpenQuotes } from './market-data.ts'

const NOW = new Date('2026-11-20T15:00:00Z')

function replica(open: OpenQuotes | null) {
  const market = createMarketData({
    reader: { read: async <T>() => [] as T },
    writer: { single: () => Promise.reject(new Error('nothing is written')), close: async () => {} } as never,
    log: silentLog,
    open,
    spared: { schwab: 0, alpaca: 0, cboe: 0 },
  })
  const reasonOf = async () => (await market.quotes(['SPY'], NOW)).answers.get('SPY')?.reason
  return { market, reasonOf }
}

test('the reason distinguishes providers that are missing, still opening, or failed to open', async () => {
  expect(await replica(null).reasonOf()).toBe('no provider of live quotes is configured')

  const gate = Promise.withResolvers<void>()
  const { market, reasonOf } = replica(async () => {
    await gate.promise
    return { providers: [], close: async () => {} }
  })
  expect(await reasonOf()).toMatch(/^the service has just started/)
  const chain = await market.chain('SPY', { expiration: null, from: '2026-11-20' as never })
  expect(chain).toMatchObject({ value: null, unknown: false, reason: expect.stringMatching(/^the service has just/) })
  gate.resolve()
  await soon()
  expect(await reasonOf()).toBe('no provider of live quotes is configured')

  const broken = replica(() => Promise.reject(new Error('no key')))
  await soon()
  expect(await broken.reasonOf()).toBe('the providers of live quotes could not be opened')
})

test.each([
  ['a live quote', 0, 'schwab', 'schwab', '2026-11-20T15:00:00Z', 3_000],
  ['a delayed quote of the preferred vendor', 900, 'cboe', 'cboe', '2026-11-20T15:00:00Z', 60_000],
  ['a delayed quote that stood in for a live vendor', 900, 'cboe', 'schwab', '2026-11-20T15:00:00Z', 3_000],
  ['a quote of the closed market', 0, 'schwab', 'schwab', '2026-11-20T22:00:00Z', 60_000],
] as const)('%s is reused for its time', (_name, delaySeconds, source, preferred, at, ms) =>
  expect(freshMs({ delaySeconds, source }, new Date(at), preferred)).toBe(ms),
)
