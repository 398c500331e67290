import { expect, test } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import { expiriesOf, gammaPage } from './gamma-route.ts'

test('an expiration of the chain that has passed is marked', () => {
  const gamma = readExample<Parameters<typeof expiriesOf>[0]>(import.meta.url, '../signals/gamma-example.json')
  const [front] = gamma.by_expiration
  const rows = (first: string) => expiriesOf({ ...gamma, by_expiration: [front!] }, first)
  expect(rows('9999-12-31')).toContain('expired</span>')
  expect(rows(front!.expiration)).not.toContain('expired')
})

const example = readExample<Parameters<typeof expiriesOf>[0]>(import.meta.url, '../signals/gamma-example.json')
const [front] = example.by_expiration
const rail = readExample<object>(import.meta.url, '../signals/gamma-rail-example.json')
const drawn = (changes: object = {}, now: Date | null = new Date('2026-11-20T10:00:00-05:00')): Promise<string> =>
  pageOf(gammaPage, {
    now,
    documents: { '/api/v1/signals/gamma': { ...example, ...changes }, '/api/v1/signals/gamma-rail': rail },
  })
const read = async (changes: object = {}): Promise<string> => textOf(await drawn(changes))

test('the profile shows where gamma crosses zero and the time of its price', async () => {
  expect(await read()).toContain(
    'Dollars per 1 % move if SPY were at another price, with volatilities unchanged; the dot is the price of the chain at Fri 20 Nov ' +
      '2026, 09:44 ET. It crosses zero at 698.91. By strike',
  )
  expect(await drawn()).toContain('Net dealer gamma if SPY were between 575 and 863; it crosses zero at 698.91')
  const nowhere = { zero_gamma: null, zero_gamma_reason: null, quoted_at: null }
  expect(await read(nowhere)).toContain('the dot is the price of the chain. It crosses zero nowhere. By strike')
  expect(await drawn(nowhere)).toContain('it crosses zero at no price')
  expect(await read({ ...nowhere, zero_gamma_reason: 'all of it is above zero' })).toContain(
    'All of it is above zero. By strike',
  )
})

test('the levels stand directly below the rail, before the charts', async () => {
  const titles = [...(await drawn()).matchAll(/<h2>([^<]+)<\/h2>/g)].map(([, title]) => title)
  expect(titles.slice(0, 3)).toEqual(['Gamma rail', 'Levels', 'At other prices of SPY'])
})

test('the dot of the profile is at the point nearest to the price', async () => {
  const profile = [500, 600, 700].map((spot, at) => ({ spot, exposure: [-1e9, 0, 2e9][at] }))
  const dotAt = async (spot: number) =>
    /<circle class="dot" cx="([\d.]+)"/.exec(await drawn({ profile, spot_price: spot }))![1]
  expect(await dotAt(549)).toBe(await dotAt(500))
  expect(await dotAt(551)).toBe(await dotAt(600))
  expect(await dotAt(551)).not.toBe(await dotAt(549))
})

test('expirations stand with what is known of each', async () => {
  expect(await read()).toContain('20 Nov 2026 20.1 % 12.7 % 1.94 720 596,575')
  expect(await read({ by_expiration: [{ ...front!, straddle: null, max_pain: null }] })).toContain(
    '20 Nov 2026 20.1 % 12.7 % unknown unknown 596,575',
  )
  expect(await read({ by_expiration: [{ ...front!, max_pain: null, open_interest: 0 }] })).toContain('1.94 none open 0')
  expect(await read()).toContain(`The ${example.strikes.length} strikes with the largest net exposure`)
})

test('an expiration that is about to end is left out of the term structure', async () => {
  const later = { ...front!, expiration: '2026-11-23', minutes_left: 2_000 }
  const ending = (minutes_left: number) => ({ by_expiration: [{ ...front!, minutes_left }, later] })
  expect(await read({ by_expiration: [] })).toContain('Term structure figures No expiration is known.')
  expect(await drawn(ending(29))).not.toContain('expiration of 20 Nov 2026 to that')
  expect(await drawn(ending(30))).toContain(
    'At-the-money volatility from the expiration of 20 Nov 2026 to that of 23 Nov 2026',
  )
})

test('without a chain each card gives the reason', async () => {
  expect(await read({ spot_price: null, reason: 'the chain was refused' })).toContain(
    'At other prices of SPY figures The chain was refused. By strike figures The chain was refused.',
  )
  expect(await read({ spot_price: null, reason: null })).toContain('By expiration figures No chain is known.')
  expect(await drawn({}, null)).not.toContain('expired</span>')
  expect(await drawn({}, new Date('2026-11-20T16:00:00-05:00'))).toContain('expired</span>')
})
