import { expect, test } from 'vitest'
import type { ClockReport } from '../shared/postgres/server/clock-report.ts'
import { sentence } from './clock.ts'
import { dayOf } from './day-argument.ts'
import { linesOf } from './failover.ts'
import { inWords } from './move-clock.ts'

const INSTANT = new Date('2026-11-20T15:30:00Z')

const report = (slots: number, waiting: ClockReport['waiting_for']): ClockReport => ({
  service_time: '2026-11-20T10:30:00-05:00',
  state: 'lock-step',
  speed: 1,
  effective_speed: 0,
  target: null,
  waiting_for: waiting,
  did: {
    by: 'ops',
    from: '2026-11-20T10:15:00-05:00',
    arrived: true,
    seconds: 2,
    slots_fired: slots,
    slots_missed: 0,
    left_out: [],
  },
})

test('the clock counts its slots in the singular and the plural', () => {
  expect(inWords(report(1, []))).toContain('in 2 s: 1 slot fired, 0 missed')
  expect(inWords(report(17, []))).toContain('in 2 s: 17 slots fired, 0 missed')
})

test('the clock reports that a number it waits for is an account', () => {
  const words = inWords(
    report(0, [
      { what: 'account', name: '3', reason: 'blue does not wait for the clock' },
      { what: 'stage', name: 'signals', reason: '1 message is not handled' },
      { what: 'nobody', name: null, reason: 'no account is pacing' },
    ]),
  )
  expect(words).toContain('waits for     account 3: blue does not wait for the clock')
  expect(words).toContain('waits for     signals: 1 message')
  expect(words).toContain('waits for     nobody: no account')
})

test('a clock that is believed again speaks Eastern time', () => {
  const believed = (forgottenSlots: number) => sentence({ now: INSTANT, lastSeen: INSTANT, forgottenSlots })
  expect(believed(1)).toBe(
    'service time is 2026-11-20T10:30:00-05:00 now (it had seen 2026-11-20T10:30:00-05:00); ' +
      '1 slot recorded as missed too early is open again',
  )
  expect(believed(2)).toContain('2 slots recorded as missed too early are open again')
})

test('a failover speaks Eastern time', () => {
  const said = linesOf({
    id: 1,
    noticedAt: INSTANT,
    noticedBy: 'a worker',
    seenNumber: 9,
    foundNumber: 7,
    lostFrom: INSTANT,
    lostUntil: INSTANT,
    lostWrites: [],
    acceptedAt: INSTANT,
  }).join(' ')
  expect(said).toContain('noticed at 2026-11-20T10:30:00-05:00: what was written from 2026-11-20T10:30:00-05:00 to ')
  expect(said).toContain('It is accepted since 2026-11-20T10:30:00-05:00.')
  expect(said).not.toMatch(/\dZ/)
})

test('a word that is not a date is refused with its option and the form of a date', () => {
  expect(dayOf('2026-11-20', '--from')).toBe('2026-11-20')
  for (const text of ['foo', '2026-02-30', ''])
    expect(() => dayOf(text, '--from')).toThrow('--from: must be an existing date, written YYYY-MM-DD')
})
