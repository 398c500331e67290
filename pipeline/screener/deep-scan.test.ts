import { expect, test } from 'vitest'
import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import type { Candidate } from './candidate.ts'
import { deepScan } from './deep-scan.ts'

const reasonsOf = (archetype: ArchetypeId, lead: number) => {
  const features = [0, lead, 0, 0, 0]
  const candidate = { ticker: 'AAA', archetype, features, barsSinceReport: null, horizon: 10 } as unknown as Candidate
  const episodes = Array.from({ length: 12 }, (_, at) => ({ ticker: 'AAA', features, excess: at < 9 ? 0.01 : -0.02 }))
  const { parts } = deepScan(candidate, new Map([[archetype, episodes]]))
  return parts.slice(0, 2).map(({ reason }) => reason)
}

test('episodes of longs beat SPY and episodes of shorts fell behind it', () => {
  expect(reasonsOf('oversold_quality', 1)).toEqual([
    '9 of the 12 nearest episodes beat SPY, mean excess 0.25 %',
    '9 of its 12 episodes beat SPY',
  ])
  expect(reasonsOf('breakdown_retest', -1)).toEqual([
    '9 of the 12 nearest episodes fell behind SPY, mean excess 0.25 %',
    '9 of its 12 episodes fell behind SPY',
  ])
})
