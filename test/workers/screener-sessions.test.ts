import { beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase } from '../../harness/database.ts'
import { isLong } from '../../harness/run-environment.ts'
import {
  type Decided,
  decidedIn,
  driveSessions,
  evictions,
  lastSessions,
  locksOutsideRuns,
  type Shape,
} from './support/screener-sessions.ts'

const DAYS = lastSessions(isLong ? 60 : 16)
const HALF_DAY = '2026-11-27'

async function world(shape: Shape): Promise<Decided> {
  const database = await freshDatabase()
  try {
    await driveSessions(database.sql, DAYS, shape)
    return await decidedIn(database.sql)
  } finally {
    await database.drop()
  }
}

let alone: Decided
beforeAll(async () => {
  alone = await world({ workers: 1, deaths: 0 })
}, 1_800_000)

describe(`${DAYS.length} sessions through the stage`, () => {
  test('both runs of every session are decided, half-days too', () => {
    expect(alone.runs.length).toBe(2 * DAYS.length)
    expect(alone.runs.every(({ state }) => state === 'decided')).toBe(true)
    expect(alone.runs.filter(({ id }) => id.startsWith(HALF_DAY)).length).toBe(2)
  })

  test('picks are locked by runs alone, and leave for no other reason than their own', () => {
    const locked = alone.rows.filter(({ slot }) => slot !== null)
    expect(locked.length).toBeGreaterThan(5)
    expect(locksOutsideRuns(alone)).toEqual([])
    expect(evictions(alone)).toEqual([])
    expect(locked.some(({ progress }) => progress.entry?.at === 'quote')).toBe(true)
    expect(locked.some(({ exitedOn }) => exitedOn !== null)).toBe(true)
  })

  test.each([
    { workers: 2, deaths: 0.3 },
    { workers: 5, deaths: 0.1 },
  ])(
    '$workers workers of which $deaths die lock the same picks byte for byte',
    async (shape) => {
      expect((await world(shape)).text).toBe(alone.text)
    },
    1_800_000,
  )
})
