import { describe, expect, test } from 'vitest'
import type { RegimeDay, Spell } from '../../pipeline/transitions/regime-spells.ts'
import type { LoggedEvent } from '../../shared/domain/contract/event.ts'
import type { TransitionEntry } from '../../shared/domain/contract/transition-log.ts'
import { entryOfEvent, entryOfTurn, regimeTurns, subjectsNamed, transitionLog } from './transition-documents.ts'

const event = (change: Partial<LoggedEvent>): LoggedEvent =>
  ({
    id: 12,
    at: '2026-11-20T10:30:00-05:00',
    kind: 'transition',
    subject: 'regime',
    severity: 'warning',
    title: 'A title.',
    cycle_id: '2026-11-20T10:30',
    origin: 'live',
    data: {},
    ...change,
  }) as LoggedEvent

test('subjects are named in any case and order, each once, and an unknown one refuses all', () => {
  expect(subjectsNamed(' VIX_20,regime, regime')).toEqual(['regime', 'vix_20'])
  expect(subjectsNamed('regime,moon')).toBeNull()
  expect(subjectsNamed('')).toBeNull()
})

describe('an entry of the event log', () => {
  test.each([
    ['transition', 'regime', 'regime'],
    ['tripwire', 'vix_20', 'tripwire'],
    ['transition', 'vix', 'level'],
  ] as const)('of kind %s on %s tells of %s', (kind, subject, what) => {
    expect(entryOfEvent(event({ kind, subject }))).toMatchObject({ what, subject, basis: 'event_log', event_id: 12 })
  })

  test('has the texts and the direction of the event, and null for other values', () => {
    const data = {
      from: 'RISK-ON',
      to: 'CAUTIOUS',
      since: '2026-11-20',
      direction: 'worse',
      cause: 'c',
      rules_version: '1',
    }
    expect(entryOfEvent(event({ data }))).toMatchObject({ ...data, severity: 'warning' })
    expect(entryOfEvent(event({ data: { direction: 'better' } })).direction).toBe('better')
    expect(entryOfEvent(event({ data: { from: 3, direction: 'sideways' } }))).toMatchObject({
      from: null,
      to: null,
      direction: null,
      cause: null,
    })
  })
})

test('a turn to a worse regime is of the day on which it was recorded', () => {
  const [calm, tense] = ['RISK-ON', 'CAUTIOUS'].map((regime) => ({ regime, from: '2026-11-02' }) as unknown as Spell)
  const statement = { asOf: new Date('2026-11-20T21:22:00Z'), reason: 'r', rulesVersion: 'v', origin: 'scheduled' }
  const turn = (before: Spell, after: Spell) => entryOfTurn({ before, after }, statement as never)
  expect(turn(calm!, tense!)).toMatchObject({
    at: expect.stringContaining('2026-11-20T16:22:00'),
    from: 'RISK-ON',
    to: 'CAUTIOUS',
    since: '2026-11-02',
    direction: 'worse',
    title: 'The regime went from RISK-ON to CAUTIOUS.',
    cause: 'r',
    basis: 'daily_rows',
  })
  expect(turn(tense!, calm!).direction).toBe('better')
})

test('a regime ends where another one follows; the same one after a long gap is not a change', () => {
  const days = [
    ['2026-11-16', 'RISK-ON'],
    ['2026-11-17', 'RISK-ON'],
    ['2026-11-18', 'CAUTIOUS'],
    ['2026-12-04', 'CAUTIOUS'],
    ['2026-12-07', 'PANIC'],
  ].map(([day, regime]) => ({ day, regime, healthScore: 50, rulesVersion: '1' }) as RegimeDay)
  expect(regimeTurns(days).map(({ before, after }) => [before.regime, after.regime])).toEqual([
    ['RISK-ON', 'CAUTIOUS'],
    ['CAUTIOUS', 'PANIC'],
  ])
})

describe('the log', () => {
  const entries = ['regime', 'vix_20', 'regime'].map((subject) => ({ subject }) as TransitionEntry)
  const since = new Date('2026-11-01T15:00:00Z')
  const request = { days: 30, signals: ['regime'], limit: 3 }

  test('has no more than the limit, and says that there are more', () => {
    expect(transitionLog(entries, since, request)).toMatchObject({
      n: 3,
      has_more: false,
      by_subject: { regime: 2, vix_20: 1 },
      reason: null,
    })
    expect(transitionLog(entries, since, { ...request, limit: 2 })).toMatchObject({
      n: 2,
      has_more: true,
      by_subject: { regime: 1, vix_20: 1 },
    })
  })

  test('with a single change needs no reason', () => {
    expect(transitionLog(entries.slice(0, 1), since, request)).toMatchObject({ n: 1, reason: null })
  })

  test('that is empty states whether anything was compared at all', () => {
    expect(transitionLog([], since, request).reason).toBe('nothing changed on these days')
    expect(transitionLog([], null, request)).toMatchObject({
      logged_since: null,
      reason: 'no cycle has been compared with an earlier one yet',
    })
  })
})
