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

test('the lead over SPY has a side only where its figure is not zero', () => {
  const words = (lead: number) => {
    const features = [0, lead, 0, 0, 0]
    const candidate = { ticker: 'AAA', archetype: 'oversold_quality', features, barsSinceReport: null, horizon: 10 }
    const { parts } = deepScan(candidate as unknown as Candidate, new Map())
    return parts.find(({ part }) => part === 'relative_strength')!.reason
  }
  expect([0.04, 0.06, -0.04, -1.25].map(words)).toEqual([
    'level with SPY over 60 sessions',
    '0.1 usual moves ahead of SPY over 60 sessions',
    'level with SPY over 60 sessions',
    '1.3 usual moves behind SPY over 60 sessions',
  ])
})

test.each([
  [null, 'no past report is known'],
  [0, 'reported in the newest session, so none is due within 10 sessions'],
  [1, 'reported 1 session ago, so none is due within 10 sessions'],
  [60, 'reported 60 sessions ago, so the next may come within 10 sessions'],
  [91, 'no report of the last 90 sessions is known'],
])('a last report of %s sessions ago is put in words', (barsSinceReport, words) => {
  const candidate = { ticker: 'AAA', archetype: 'oversold_quality', features: [0, 0, 0, 0, 0], horizon: 10 }
  const { parts } = deepScan({ ...candidate, barsSinceReport } as unknown as Candidate, new Map())
  expect(parts.find(({ part }) => part === 'report')!.reason).toBe(words)
})

test('the nearest episodes are those whose features, each of them, are nearest', () => {
  const candidate = {
    ticker: 'AAA',
    archetype: 'oversold_quality',
    features: [0, 0, 0, 0, 0],
    barsSinceReport: null,
    horizon: 10,
  }
  const away = (at: number) => [0, 1, 2, 3, 4].map((each) => (each === at ? 9 : 0))
  const near = Array.from({ length: 60 }, () => ({ ticker: 'BBB', features: candidate.features, excess: 0.02 }))
  for (const at of [0, 4]) {
    const far = Array.from({ length: 60 }, () => ({ ticker: 'CCC', features: away(at), excess: -0.5 }))
    const pool = new Map([['oversold_quality' as const, [...far, ...near]]])
    const { parts } = deepScan(candidate as unknown as Candidate, pool)
    expect(parts[0]!.reason).toMatch(/^(\d+) of the \1 nearest episodes beat SPY, mean excess 2\.00 %$/)
  }
})
