import { expect, test } from 'vitest'
import type { InputReading, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import type { SourceRun } from '../../shared/domain/market/source-run.ts'
import { qualitySection } from './quality-section.ts'

const reading = (more: Partial<InputReading> = {}): InputReading => ({
  series: 'hy_oas',
  value: 3.1234567,
  for: '2026-11-19',
  known_at: '2026-11-20T10:30:00-05:00',
  source: 'fred',
  quality: 'fresh',
  ...more,
})
const FAILING = [{ source: 'fred', state: 'missing', reason: 'status *503*', since: '2026-11-20T09:45:00-05:00' }]
const snapshot = (quality: object, components: object[] = [{ name: 'HY OAS', reason: null, inputs: [reading()] }]) =>
  ({
    trade_date: '2026-11-20',
    data_quality: { missing: [], degraded: [], stale: [], ...quality },
    score_components: components,
  }) as unknown as SignalsSnapshot
const run = (more: Partial<SourceRun>): SourceRun => ({
  source: 'fred',
  ok: 1,
  degraded: 0,
  error: null,
  run_at: '2026-11-20T10:00:00-05:00',
  ...more,
})
const linesOf = (...given: Parameters<typeof qualitySection>) =>
  qualitySection(...given)
    .split('\n')
    .filter((line) => line.startsWith('- '))
const HEADER = '| Input | Value | Age | Known since | Quality | Source |\n| --- | --- | --- | --- | --- | --- |'

test('a state without a gap is described as complete, above the table of its inputs', () => {
  expect(qualitySection(snapshot({}), [run({})])).toBe(
    `## Data quality\n\nEvery input of the score is present and the newest that is public.\n\n${HEADER}\n` +
      '| hy_oas | 3.12346 | for 2026-11-19, 1 session old | 2026-11-20 10:30 ET | newest public | fred |',
  )
})

test.each([
  [
    'a source that is missing',
    { missing: [{ source: 'fred', reason: 'status *503*' }] },
    'Source fred does not deliver: status \\*503\\*',
  ],
  [
    'since when it is',
    { missing: [{ source: 'fred', reason: 'status *503*' }], failing: FAILING },
    'Source fred does not deliver since 2026-11-20 09:45 ET: status \\*503\\*',
  ],
  [
    'a source with a stand-in',
    { degraded: ['fred'], failing: FAILING },
    'Source fred does not deliver since 2026-11-20 09:45 ET: its last good values stand in',
  ],
  [
    'another source',
    { degraded: ['cot'], failing: FAILING },
    'Source cot does not deliver: its last good values stand in',
  ],
  ['a series that is late', { stale: ['hy_oas'] }, 'hy_oas is stale: a newer value should be public'],
])('%s is a line', (_, quality, line) => {
  expect(linesOf(snapshot(quality), [])).toEqual([`- ${line}`])
})

test.each([
  [{ ok: 0 as const, error: 'status 503' }, 'failed, status 503'],
  [{ ok: 0 as const }, 'failed'],
  [{ ok: 1 as const, degraded: 1 as const, error: 'half' }, 'degraded, half'],
])('a run that was not whole is a line: %j', (more, words) => {
  expect(linesOf(snapshot({}), [run(more), run({})])).toEqual([`- Run of fred at 2026-11-20 10:00 ET: ${words}`])
})

test('a component without a reading is a line, and without any input there is no table', () => {
  const absent = snapshot({}, [{ name: 'HY OAS', reason: 'no value', inputs: [] }])
  expect(qualitySection(absent, [])).toBe('## Data quality\n\n- HY OAS has no reading: no value\n\nNo input is known.')
})

test('each series has one row, with the words of its quality', () => {
  const quote = reading({ series: 'vix_close', for: '2026-11-20T09:45:00-05:00', value: 15, source: 'market' })
  const components = [
    { name: 'A', reason: null, inputs: [reading({ quality: 'stale' }), quote] },
    { name: 'B', reason: null, inputs: [{ ...quote, quality: 'degraded' }] },
  ]
  const rows = qualitySection(snapshot({}, components), []).split('\n').slice(-2)
  expect(rows).toEqual([
    '| hy_oas | 3.12346 | for 2026-11-19, 1 session old, stale | 2026-11-20 10:30 ET | stale | fred |',
    '| vix_close | 15 | quoted 2026-11-20 09:45 ET, degraded | 2026-11-20 10:30 ET | last good value | market |',
  ])
})
