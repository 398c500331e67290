import { expect, test } from 'vitest'
import { stylisedFacts } from '../stylised-facts.ts'
import { believableSeed } from './believable-seed.ts'
import { isBelievable } from './market-facts.ts'
import { seedNumber } from './random.ts'

/** 1007 is one of the few that are drawn again; a nightly run looks at more. */
const UNSEEN = Array.from({ length: process.env.LONG ? 100 : 8 }, (_, i) => 1001 + i)

test('every seed is a believable market, because the few that are not are drawn again', () => {
  const redrawn = UNSEEN.filter((seed) => believableSeed(seed) !== seedNumber(seed))
  expect(redrawn.length).toBeGreaterThan(0)
  expect(redrawn.length).toBeLessThan(UNSEEN.length / 4)
  for (const seed of UNSEEN) expect({ seed, ok: isBelievable(stylisedFacts(seed, 10)) }).toEqual({ seed, ok: true })
})
