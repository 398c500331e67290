import { describe, expect, test } from 'vitest'
import { readExample } from '../openapi/read-example.ts'
import { emptyHistory, historyDocument } from './history-document.ts'
import type { HistoryRows } from './history-view.ts'

const ID = '2026-11-20T10:30'
const at = (time: string) => new Date(`2026-11-20T${time}Z`)
const state = (variant: 'llm' | 'deterministic', change: object = {}) => ({
  cycleId: ID,
  variant,
  asOf: at('15:30:01'),
  model: variant === 'llm' ? 'a-model' : null,
  simulated: false,
  fallback: null,
  document: JSON.stringify({ text: `by ${variant}` }),
  writtenAt: at('15:31:00'),
  ...change,
})
const { verdict: own } = readExample<{ verdict: { risk: object } }>(import.meta.url, './verdict-example.json')
const directions = Object.fromEntries(['1d', '3d', '5d'].map((name) => [name, { label: 'up', confidence: 3 }]))
const documentOf = (variant: 'llm' | 'deterministic', change: object = {}) =>
  JSON.stringify({ ...own, ...(variant === 'llm' ? { direction: directions } : {}), ...change })
const verdict = (variant: 'llm' | 'deterministic', change: object = {}) => ({
  ...state(variant),
  asOf: at('15:30:02'),
  stateRef: 'st_1',
  document: documentOf(variant),
  ...change,
})
const rows = (change: object = {}) =>
  ({
    cycles: [{ id: ID, scheduledFor: at('15:30:00'), origin: 'scheduled' }],
    states: [state('deterministic')],
    verdicts: [],
    recorded: 9,
    backfilled: 4,
    since: at('14:30:00'),
    grades: { grades: { risk_band: 'g' }, twin: 't' },
    ...change,
  }) as unknown as HistoryRows
const served = (change: object = {}) => historyDocument(rows(change), { limit: 20, isCut: false })
const cycle = (change: object = {}) => served(change).cycles[0]!

describe('a cycle', () => {
  test('has the words of the LLM where they passed, otherwise the fixed ones', () => {
    expect(cycle().state).toEqual({
      text: 'by deterministic',
      writer: 'deterministic',
      written_at: '2026-11-20T10:31:00-05:00',
      model: null,
      simulated: false,
    })
    expect(cycle({ states: [state('deterministic'), state('llm')] }).state).toMatchObject({
      text: 'by llm',
      writer: 'llm',
      model: 'a-model',
    })
    expect(cycle({ states: [] }).state).toBeNull()
  })

  test('takes nothing from another cycle', () => {
    const other = { cycleId: '2026-11-20T10:15' }
    expect(cycle({ states: [state('llm', other)], verdicts: [verdict('llm', other)] })).toMatchObject({
      state: null,
      verdict: null,
      llm: null,
      as_of: null,
    })
  })

  test('shows both verdicts next to each other, with the receipt of our own', () => {
    expect(cycle({ verdicts: [verdict('deterministic'), verdict('llm', { stateRef: 'st_2' })] })).toMatchObject({
      as_of: '2026-11-20T10:30:02-05:00',
      verdict: { risk: own.risk },
      state_ref: 'st_1',
      llm: {
        verdict: { risk: own.risk, direction: directions },
        model: 'a-model',
        written_at: '2026-11-20T10:31:00-05:00',
      },
    })
    expect(cycle()).toMatchObject({ as_of: '2026-11-20T10:30:01-05:00', verdict: null, state_ref: null, llm: null })
  })

  test('mentions a trade idea only if the LLM gave one', () => {
    const meta = { underlying: 'AAPL', profit_direction: 'up', horizon: 5 }
    const idea = { document: documentOf('llm', { trade_idea_meta: meta }) }
    expect(cycle({ verdicts: [verdict('llm', idea)] }).trade_idea_meta).toEqual(meta)
    expect(cycle({ verdicts: [verdict('llm')] })).not.toHaveProperty('trade_idea_meta')
  })

  test('states why the LLM wrote nothing: for its verdict, or else for the state', () => {
    const states = [state('deterministic', { fallback: 'state failed' })]
    expect(cycle({ states }).fallback).toBe('state failed')
    expect(cycle({ states, verdicts: [verdict('deterministic', { fallback: 'verdict failed' })] }).fallback).toBe(
      'verdict failed',
    )
    expect(cycle({ states, verdicts: [verdict('llm')] }).fallback).toBeNull()
    expect(cycle().fallback).toBeNull()
  })
})

test('a verdict that cannot be read is missing from its cycle, is counted, and takes no other along', () => {
  const broken = { document: documentOf('deterministic', { risk: 'low' }) }
  const verdicts = [verdict('deterministic', broken), verdict('llm')]
  const one = served({ verdicts })
  expect(one.cycles[0]).toMatchObject({ verdict: null, state_ref: 'st_1', llm: { verdict: { risk: own.risk } } })
  expect(one.reason).toBe('1 verdict of these cycles is stored in a form that cannot be read.')
  const both = served({ verdicts: [verdicts[0], verdict('llm', { document: 'no JSON' })] })
  expect(both.cycles[0]).toMatchObject({ verdict: null, llm: null })
  expect(both.reason).toBe('2 verdicts of these cycles are stored in a form that cannot be read.')
})

test('the history counts what it shows and what was ever recorded', () => {
  expect(served()).toMatchObject({
    limit: 20,
    count: 1,
    cycles_recorded: 9,
    cycles_backfilled: 4,
    tracking_started: '2026-11-20T09:30:00-05:00',
    reason: null,
  })
})

test('a list that is empty or cut states the reason', () => {
  expect(served({ cycles: [], since: null })).toMatchObject({
    count: 0,
    tracking_started: null,
    reason: 'No AI cycle has been written yet.',
  })
  expect(historyDocument(rows(), { limit: 200, isCut: true }).reason).toBe(
    'At most 200 cycles are served, whatever limit is asked for.',
  )
})

test('before the store can be read every grade lacks data for the same reason', () => {
  const nothing = { verdict: 'insufficient_data', matured: 0, reason: 'no database' }
  expect(emptyHistory('no database', 5)).toMatchObject({
    limit: 5,
    count: 0,
    cycles: [],
    grades: { risk_band: nothing, magnitude: nothing, trade_idea: nothing },
    twin: { verdict: 'insufficient_data', n: 0, date: null },
    reason: 'no database',
  })
})
