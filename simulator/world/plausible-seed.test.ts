import { expect, test } from 'vitest'
import { stylisedFacts } from '../stylised-facts.ts'
import { isPlausible } from './market-facts.ts'
import { plausibleSeed } from './plausible-seed.ts'
import { seedNumber } from './random.ts'

/** 1011 is one of the few seeds that are drawn again; the long run checks more. */
const UNSEEN = Array.from({ length: process.env.LONG ? 100 : 8 }, (_, i) => 1004 + i)

test('every seed is a plausible market, because implausible draws are replaced', () => {
  const redrawn = UNSEEN.filter((seed) => plausibleSeed(seed) !== seedNumber(seed))
  expect(redrawn.length).toBeGreaterThan(0)
  expect(redrawn.length).toBeLessThan(UNSEEN.length / 4)
  for (const seed of UNSEEN) expect({ seed, ok: isPlausible(stylisedFacts(seed, 10)) }).toEqual({ seed, ok: true })
})
