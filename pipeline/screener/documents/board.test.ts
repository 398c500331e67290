import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { RunResult } from '../decide-run.ts'
import { runMoment } from '../moment.ts'
import type { Setup } from '../setup.ts'
import { standingOf } from '../trust.ts'
import { actionBoard } from './board.ts'

test('a held pick shows its newest fire, though the run could not read its name', () => {
  const moment = runMoment(tradingDay('2026-03-12'), 'pm')
  const tracked = trackedPick()
  const band = { day: tradingDay('2026-03-11'), band: 'low' } as const
  const result: RunResult = {
    moment,
    band,
    candidates: [],
    setups: [],
    recorded: [],
    openLong: 1,
    openShort: 0,
    suppressed: {},
  }
  const { ticker, archetype } = tracked
  const { longs } = actionBoard({
    run: { id: '2026-03-12-pm', started_at: moment.at, late_by_s: 0, origin: 'scheduled' },
    rulesVersion: '2026.11',
    result,
    setups: [{ ticker, archetype, lastFired: tradingDay('2026-03-10') } as Setup],
    tracked: [tracked],
    context: {
      day: moment.day,
      band,
      standings: new Map([[archetype, standingOf({ all: [], postLock: [] }, 'insufficient')]]),
      records: new Map(),
    },
  })
  expect(longs).toMatchObject([{ last_fired: '2026-03-10', last_fired_sessions_ago: 2 }])
})
