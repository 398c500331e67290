import { describe, expect, it } from 'vitest'
import { silentLog } from '../../shared/log.ts'
import type { Pool } from '../../shared/postgres/server/db.ts'
import type { PacedAccount } from '../../shared/postgres/trading/wishes.ts'
import { fixedClock } from '../../shared/time/clock.ts'
import { pace } from './lock-step.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000)
const account = (rest: Partial<PacedAccount>): PacedAccount => {
  return { id: 1, epoch: 1, name: 'a', wish: 'event', at: null, isDue: false, silentSeconds: 0, ...rest }
}

/** Returns what lock-step does and how many transactions it began; none of them finds anything to change. */
async function paced(accounts: readonly PacedAccount[], facts: { ledForS?: number; isSeen?: boolean } = {}) {
  let begun = 0
  const sql = {
    begin: async () => {
      begun += 1
      return false
    },
  } as unknown as Pool
  const { ledForS = 1_000, isSeen = true } = facts
  const deps = { sql, log: silentLog, clock: fixedClock(NOW), pacingSilenceS: 60 }
  return { ...(await pace(deps, { accounts, seq: 1, ledForS, isSeen: async () => isSeen })), begun }
}

describe('a lock-step whose work is done', () => {
  it('moves to the earliest wish', async () => {
    const accounts = [account({ at: later(30) }), account({ at: later(10) }), account({ at: null })]
    expect(await paced(accounts)).toEqual({ kind: 'move', upTo: later(10), begun: 0 })
  })

  it('moves as far as it likes when all wait for something without an instant', async () => {
    expect(await paced([account({})])).toEqual({ kind: 'move', upTo: null, begun: 0 })
  })

  it('stands without accounts', async () => {
    expect(await paced([])).toMatchObject({ kind: 'stand', waitMs: 250, begun: 0 })
  })

  it('stands still while one account thinks, although others wait', async () => {
    const accounts = [account({ at: later(10) }), account({ wish: null, silentSeconds: 59 })]
    expect(await paced(accounts)).toMatchObject({ kind: 'stand', waitMs: 250, begun: 0 })
  })

  it.each([
    [60, 60, 1],
    [59.9, 1_000, 0],
    [1_000, 59.9, 0],
  ])(
    'an account silent for %s s, of a scheduler that led for %s s, is left out: %i',
    async (silentSeconds, ledForS, left) => {
      const result = await paced([account({ wish: null, silentSeconds })], { ledForS })
      expect(result).toMatchObject({ kind: 'stand', begun: left })
    },
  )

  it('wakes an account whose wish is due before it looks at any other, once the instant can be seen', async () => {
    const accounts = [account({ isDue: true }), account({ wish: null, silentSeconds: 500 })]
    expect(await paced(accounts)).toEqual({ kind: 'stand', waitMs: 0, begun: 1 })
    expect(await paced(accounts, { isSeen: false })).toEqual({ kind: 'stand', waitMs: 2, begun: 0 })
  })
})
