import { expect, test } from 'vitest'
import { EXIT_REASONS } from '../../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import type { Chances } from '../chances.ts'
import type { Outcome } from '../outcome.ts'
import type { Tracked } from '../tracked.ts'
import { boardTrackRecord, type MaturedPick, trackRecord } from './track-record.ts'

const [STOPPED] = EXIT_REASONS

interface Given {
  from: string
  horizonExcess: number
  /** Null for an episode that took no slot. */
  exitExcess?: number | null
  isEvidence?: boolean
  isPostLock?: boolean
}

function pick({ from, horizonExcess, exitExcess = null, isEvidence = true, isPostLock = true }: Given): MaturedPick {
  const contract = exitExcess === null ? null : { exit: { reason: STOPPED } }
  const tracked = { archetype: 'oversold_quality', horizon: 10, isEvidence, isPostLock, contract } as unknown as Tracked
  const outcome = { from: tradingDay(from), excess: exitExcess, excessHorizon: horizonExcess } as Outcome
  return { tracked, outcome }
}
const CHANCES: Chances = new Map([['oversold_quality', { horizon: 0.46, contract: 0.4 }]])
const ONE_WEEK = ['2026-11-02', '2026-11-03', '2026-11-04']

test('a hit is an excess above zero, and outcomes of one block of weeks count once in the interval', () => {
  const picks = ONE_WEEK.map((from, at) => pick({ from, horizonExcess: [0.03, -0.01, 0.04][at]! }))
  const { by_archetype } = trackRecord(picks, CHANCES)
  const own = by_archetype.find(({ archetype }) => archetype === 'oversold_quality')!
  expect(own.scheduled).toMatchObject({ n: 3, n_effective: 1, hit_rate: 0.66666667, mean_excess: 0.02 })
  expect(own.scheduled.interval!.low).toBeLessThan(0.3)
  expect(own.backfill).toMatchObject({ n: 0, n_effective: 0, hit_rate: null, interval: null, mean_excess: null })
  const far = picks.map((each, at) => ({
    ...each,
    outcome: { ...each.outcome, from: tradingDay(`2026-0${at + 1}-05`) },
  }))
  expect(
    trackRecord(far, CHANCES).by_archetype.find(({ archetype }) => archetype === 'oversold_quality'),
  ).toMatchObject({
    scheduled: { n: 3, n_effective: 3 },
  })
})

test('only the first record of an episode is evidence, and a back-fill is counted separately', () => {
  const picks = [
    pick({ from: '2026-11-02', horizonExcess: 0.03, isPostLock: false }),
    pick({ from: '2026-11-03', horizonExcess: 0.09, isEvidence: false }),
  ]
  const own = trackRecord(picks, CHANCES).by_archetype.find(({ archetype }) => archetype === 'oversold_quality')!
  expect([own.scheduled.n, own.backfill.n, own.backfill.mean_excess]).toEqual([0, 1, 0.03])
})

test('a locked pick that has ended before its horizon is counted apart and is in no figure', () => {
  const { tracked } = pick({ from: '2026-11-02', horizonExcess: 0, exitExcess: -0.03 })
  const { tracked: passedOver } = pick({ from: '2026-11-02', horizonExcess: 0 })
  const record = boardTrackRecord([], [tracked, passedOver], CHANCES)
  expect([record.ended_waiting, record.locked.n, record.by_exit.map(({ n }) => n)]).toEqual([
    1,
    0,
    EXIT_REASONS.map(() => 0),
  ])
})

test('locked picks are judged to their exit and over the horizon, and compared with the episodes that took no slot', () => {
  const picks = [
    pick({ from: '2026-11-02', horizonExcess: 0.06, exitExcess: -0.02 }),
    pick({ from: '2026-11-03', horizonExcess: 0.01, isEvidence: true }),
    pick({ from: '2026-11-04', horizonExcess: 0.5, isEvidence: false }),
  ]
  const record = boardTrackRecord(picks, [], CHANCES)
  expect(record.locked).toMatchObject({ n: 1, hit_rate: 0, mean_excess: -0.02 })
  expect(record.horizon).toMatchObject({ n: 1, hit_rate: 1, mean_excess: 0.06 })
  expect(record.passed_over).toMatchObject({ n: 1, hit_rate: 1, mean_excess: 0.01 })
  expect(record.by_exit.find(({ reason }) => reason === STOPPED)).toMatchObject({ n: 1, mean_excess: -0.02 })
  expect(record.by_exit.filter(({ n }) => n > 0)).toHaveLength(1)
})

test('chance is the rate of placebos measured like the picks, and null while an archetype has none', () => {
  const picks = [
    pick({ from: '2026-11-02', horizonExcess: 0.06, exitExcess: -0.02 }),
    pick({ from: '2026-11-03', horizonExcess: 0.01 }),
  ]
  const { locked, horizon, passed_over: passed } = boardTrackRecord(picks, [], CHANCES)
  expect([locked, horizon, passed].map(({ base_rate }) => base_rate)).toEqual([0.4, 0.46, 0.46])
  const other = { ...picks[1]!, tracked: { ...picks[1]!.tracked, archetype: 'failed_breakout' } as Tracked }
  expect(boardTrackRecord([...picks, other], [], CHANCES).passed_over).toMatchObject({ n: 2, base_rate: null })
  const both = new Map([...CHANCES, ['failed_breakout', { horizon: 0.5, contract: null }]] as const)
  expect(boardTrackRecord([...picks, other], [], both).passed_over.base_rate).toBe(0.48)
  expect(trackRecord([], CHANCES).by_archetype[0]!.scheduled).toMatchObject({ n: 0, base_rate: null })
})
