import { expect, it } from 'vitest'
import type { FedWatch } from '../../shared/domain/contract/fed-watch.ts'
import { fedSection } from './fed-section.ts'

const known = (month: string, known_at: string) => ({ month, price: 96.6, implied_rate: 3.4, known_at })
const MEETING = {
  meeting: '2026-12-09',
  hold: 0.5632,
  cut: 0,
  hike: 0.4368,
  rate_before: 3.3875,
  rate_after: 3.4967,
  path_status: 'anchored' as const,
  change_bp: 10.9205,
  ranges: [],
}
const LAST = {
  meeting: '2027-01-27',
  hold: 0.21,
  cut: 0,
  hike: 0.79,
  rate_before: 3.4967,
  rate_after: 3.6525,
  path_status: 'anchored' as const,
  change_bp: 15.6,
  ranges: [
    { lower: 3.25, upper: 3.5, probability: 0.2122 },
    { lower: 3.5, upper: 3.75, probability: 0.5156 },
    { lower: 3.75, upper: 4, probability: 0.2722 },
  ],
}
const FED: FedWatch = {
  schema_version: '2026.11',
  as_of: null,
  cycle_id: null,
  status: 'ready',
  reason: null,
  method: null,
  current_rate: {
    series: 'dff',
    value: 3.38,
    for: '2026-11-19',
    source: 'fred',
    quality: 'fresh',
    known_at: '2026-11-20T09:30:00-05:00',
  },
  target_range: { lower: 3.25, upper: 3.5, for: '2026-11-20' },
  next_meeting: '2026-12-09',
  hold: 0.5632,
  cut: 0,
  hike: 0.4368,
  meetings: [MEETING, LAST],
  path_ends: 'no contract of 2027-03 is known',
  meetings_read_on: null,
  futures: [known('2026-11', '2026-11-20T09:31:00-05:00'), known('2026-12', '2026-11-18T20:00:00-05:00')],
}
const AS_OF = '2026-11-20T10:01:00-05:00'
const section = (changes: Partial<FedWatch> = {}, asOf = AS_OF): string => fedSection({ ...FED, ...changes }, asOf)

it('states the rates, the odds of the next meeting, the path, and the age of the prices', () => {
  expect(section().split('\n').slice(2)).toEqual([
    '- Target range 3.25 to 3.50 % (for 2026-11-20); effective rate 3.38 % (for 2026-11-19, 1 session old)',
    '- Next meeting 2026-12-09, in 19 days: hold 56 %, cut 0 %, hike 44 %; the contracts imply a move of +10.9 bp',
    '- The path of 2 meetings ends on 2027-01-27 at an implied 3.65 %, +26.5 bp from the 3.39 % before the first; likeliest range then 3.50 to 3.75 % (52 %); beyond it, no contract of 2027-03 is known',
    '- Prices of 2 contracts, known since 2026-11-20 09:31 ET, 30 minutes before this state; the oldest since 2026-11-18 20:00 ET',
  ])
})

it('states where a path of more than two meetings ends', () => {
  const end = { ...LAST, meeting: '2027-03-17', rate_after: 3.7 }
  expect(section({ meetings: [MEETING, LAST, end] })).toContain(
    'The path of 3 meetings ends on 2027-03-17 at an implied 3.70 %, +31.3 bp',
  )
})

it('gives days, ages and odds in whole figures that sum', () => {
  const half = { ...MEETING, hold: 0.605, cut: 0, hike: 0.395 }
  expect(section({ meetings: [half, LAST] })).toContain('hold 61 %, cut 0 %, hike 39 %')
  expect(section({}, '2026-12-08T10:00:00-05:00')).toContain('2026-12-09, in 1 day:')
  expect(section({}, '2026-12-09T10:00:00-05:00')).toContain('2026-12-09, today:')
  expect(section({}, '2026-11-20T09:32:00-05:00')).toContain('1 minute before this state')
  expect(section({}, '2026-11-20T14:31:00-05:00')).toContain('5 hours before this state')
  expect(section({}, '2026-11-23T09:31:00-05:00')).toContain('3 days before this state')
})

it('states after a decision, until its range is published, from which range the odds count', () => {
  const target_range = { lower: 3.25, upper: 3.5, for: '2026-12-09' }
  const of = (decided?: string | null, since: { lower: number; upper: number } | null = null) =>
    section({ target_range, range_lacks_decision: decided, range_since_decision: since })
  expect(of('2026-12-09', { lower: 3.5, upper: 3.75 })).toContain(
    '- Target range 3.25 to 3.50 % (for 2026-12-09, without the decision of 2026-12-09; the contracts show 3.50 to 3.75 % since then, from which hold, cut and hike count); effective',
  )
  expect(of('2026-12-09')).toContain('(for 2026-12-09, without the decision of 2026-12-09); effective')
  expect(of(null)).toContain('(for 2026-12-09); effective')
  expect(of()).toContain('(for 2026-12-09); effective')
})

it('invents neither a move nor a sign, and calls no chance none', () => {
  const odds = { ...MEETING, hold: 0.9969, cut: 0.0031, hike: 0, change_bp: -0.04 }
  expect(section({ meetings: [odds, LAST] })).toContain(
    'hold over 99 %, cut under 1 %, hike 0 %; the contracts imply a move of 0.0 bp',
  )
})

it('states the rates and the reason when there are no odds', () => {
  const changes = {
    status: 'not_ready',
    reason: 'no fed-fund futures are known yet',
    meetings: [],
    futures: [],
  } as const
  expect(
    section({ ...changes, meetings: [], futures: [], current_rate: null })
      .split('\n')
      .slice(2),
  ).toEqual([
    '- Target range 3.25 to 3.50 % (for 2026-11-20); effective rate not known',
    '- Next meeting 2026-12-09, in 19 days',
    '- No odds: no fed-fund futures are known yet',
  ])
  expect(fedSection(null, AS_OF)).toBe('## Fed odds\n\nNo readable Fed odds were stored with this state.')
})
