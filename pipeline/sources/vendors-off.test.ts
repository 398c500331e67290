import { expect, it } from 'vitest'
import { VENDORS } from '../../shared/domain/market/source-id.ts'
import { VENDOR_FACTS } from '../../shared/domain/market/vendor-facts.ts'
import { vendorsOff } from './vendors-off.ts'

const setup = { live: true, accepted: [], hasDropDir: false } as const

it('without an accepted term every vendor that has terms of its own is off, and no other', () => {
  const off = vendorsOff(setup)
  expect([...off].sort()).toEqual(['cboe', 'dix', 'google_news', 'nasdaq', 'yahoo'])
  expect(VENDORS.filter((vendor) => VENDOR_FACTS[vendor].terms !== null)).toEqual(
    VENDORS.filter((vendor) => off.has(vendor)),
  )
})

it('a vendor whose terms are accepted is on, and the others stay off', () => {
  const off = vendorsOff({ ...setup, accepted: ['cboe', 'yahoo'] })
  expect([off.has('cboe'), off.has('yahoo'), off.has('nasdaq')]).toEqual([false, false, true])
})

it('simulated vendors have no terms', () => expect([...vendorsOff({ ...setup, live: false })]).toEqual([]))
