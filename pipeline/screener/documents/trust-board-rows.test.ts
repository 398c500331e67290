import { expect, test } from 'vitest'
import { trackedPick } from '../../../harness/fixtures/tracked.ts'
import { ARCHETYPE_IDS } from '../../../shared/domain/contract/screener-ids.ts'
import { tradingDay } from '../../../shared/time/trading-day.ts'
import { standingOf } from '../trust.ts'
import type { MaturedPick } from './track-record.ts'
import { type TrustBoardInput, trustBoard } from './trust-board.ts'

const DAY = tradingDay('2026-11-24')
const times = (count: number, hit: boolean) => Array<boolean>(count).fill(hit)
const STANDING = standingOf({ all: [...times(9, true), ...times(3, false)], postLock: times(9, true) }, 'passed')

const pick = (excess: number | null, changes: Parameters<typeof trackedPick>[0] = {}): MaturedPick => ({
  tracked: trackedPick(changes),
  outcome: { excess } as MaturedPick['outcome'],
})
const rowOf = (input: Partial<TrustBoardInput>) =>
  trustBoard({
    day: DAY,
    standings: new Map(ARCHETYPE_IDS.map((id) => [id, STANDING])),
    gauntlets: new Map(),
    picks: [],
    cohortsPerBlock: new Map(),
    hits: new Map(),
    ...input,
  }).archetypes.find(({ archetype }) => archetype === 'oversold_quality')!

test('ended contracts have a hit rate and a mean excess; a result of zero is not a hit', () => {
  const picks = [
    pick(0.06),
    pick(0),
    pick(-0.03),
    pick(null),
    pick(0.5, { contract: null }),
    pick(0.5, { archetype: 'failed_breakout' }),
  ]
  expect(rowOf({ picks }).contract).toMatchObject({ n: 3, hit_rate: 0.33333333, mean_excess: 0.01 })
  expect(rowOf({}).contract).toMatchObject({ n: 0, hit_rate: null, mean_excess: null, placebos: 0 })
})

test('matured episodes are those of the archetype that are evidence, locked or not', () => {
  const picks = [
    pick(0.1),
    pick(0.1, { contract: null }),
    pick(0.1, { isEvidence: false }),
    pick(0.1, { archetype: 'failed_breakout' }),
  ]
  expect(rowOf({ picks }).n_matured).toBe(2)
})

test('a row has the figures of its standing, and what the newest gauntlet found', () => {
  expect(rowOf({})).toMatchObject({
    cohorts_total: 12,
    hits_total: 9,
    cohorts_post_lock: 9,
    hits_post_lock: 9,
    gauntlet: 'passed',
    gauntlet_reason: null,
    gauntlet_month: null,
  })
  const contracts = { placebos: 40, placebo_hit_rate: 0.4, placebo_mean_excess: -0.002 }
  const judged = { month: '2026-10', reason: 'a reason', contracts }
  const found = rowOf({ gauntlets: new Map([['oversold_quality', judged]]) })
  expect(found).toMatchObject({ gauntlet_reason: 'a reason', gauntlet_month: '2026-10', contract: contracts })
})

test('the luck of all archetypes is that of the one with the most cohorts, and grows with each of them', () => {
  const boardOf = (...counts: number[]) =>
    trustBoard({
      day: DAY,
      standings: new Map(
        ARCHETYPE_IDS.map((id, at) => [
          id,
          standingOf({ all: [], postLock: times(counts[at] ?? 0, true) }, 'insufficient'),
        ]),
      ),
      gauntlets: new Map(),
      picks: [],
      cohortsPerBlock: new Map(),
      hits: new Map(),
    }).false_bettable
  expect(boardOf(3, 40, 7).cohorts).toBe(40)
  expect(boardOf()).toMatchObject({ cohorts: 0, probability: 0 })
  const [one, two] = [boardOf(60).probability, boardOf(60, 60).probability]
  // If two are looked at, the chance is one less the chance that neither was.
  expect(two).toBeCloseTo(1 - (1 - one) ** 2, 7)
})
