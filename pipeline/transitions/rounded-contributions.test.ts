import { expect, it } from 'vitest'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import type { SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { changesSection } from '../reports/changes-section.ts'
import { computeSnapshot } from '../snapshot/compute-snapshot.ts'
import { snapshotDiff } from './snapshot-diff.ts'

const calm = computeSnapshot(CALM_DAY, { cycleId: '2026-11-20T10:00', origin: 'scheduled' })

const withVix = (exact: number | undefined, contribution: number): SignalsSnapshot => ({
  ...calm,
  score_components: calm.score_components.map((each) =>
    each.key === 'vix' ? { ...each, contribution, points_exact: exact } : each,
  ),
})

it.each([
  ['rises while the rounding takes a point', 8.385, 8.408, 9, 8, undefined],
  ['stands while the rounding takes a point', 0.4, 0.4, 1, 0, undefined],
  ['moves a little across the rounding', 8.45, 8.55, 8, 9, undefined],
  ['rises by itself while the rounding takes a point', 8, 8.7, 9, 8, undefined],
  ['falls by itself', 9.1, 8.3, 9, 8, -1],
  ['has no exact points', undefined, undefined, 9, 8, -1],
])('a component that %s', (_name, exactThen, exactNow, then, now, change) => {
  const [before, after] = [withVix(exactThen, then), withVix(exactNow, now)]
  const entries = snapshotDiff({ before, after, usual: { score: 2, signals: new Map() } })
  expect(entries.find(({ kind }) => kind === 'component')?.change).toBe(change)
  expect(changesSection(after, before).includes('VIX: contributes')).toBe(change !== undefined)
})
