import { describe, expect, test } from 'vitest'
import { NOT_CONFIGURED } from './brokerage-watch.ts'
import { healthyPct, judge } from './status-level.ts'
import type { StatusFacts } from './status-view.ts'

const NOW = new Date('2026-11-20T15:31:00Z')

/** A service without a problem, at 10:31 ET. */
const GOOD: StatusFacts = {
  scenario: 'none',
  reportCount: 10,
  latestReport: { filename: 'report-20261120-103000.md', at: new Date('2026-11-20T15:30:00Z') },
  sources: [{ source: 'fred', runs: 100, failures: 0, degraded: 0 }],
  deadLetters: 0,
  outboxOldestSeconds: null,
  missedSlots: 0,
  failedCycles: 0,
  runningSince: new Date('2026-11-01T00:00:00Z'),
  snapshot: {
    as_of: '2026-11-20T15:30:00Z',
    health_score: 57,
    health_score_reason: null,
    data_quality: { missing: [], degraded: [], stale: [] },
  },
  integrity: [],
  newestSession: { tradeDate: '2026-11-19', state: 'final' },
  spyQuote: { price: 600, quotedAt: new Date('2026-11-20T15:16:00Z'), source: 'market' },
  liveQuote: null,
  backfill: [],
  loading: null,
  clock: null,
  stateLoading: null,
  stages: [],
  schedulerSilentSeconds: null,
  waiting: [],
  refusedWrites: null,
  clockStep: null,
  dataLoss: null,
  undecidedActions: [],
  llmSilence: null,
}
const step = (change: Partial<StatusFacts['clockStep']>): Pick<StatusFacts, 'clockStep'> => ({
  clockStep: { stepMs: -600_000, isBelieved: true, needsOperator: false, ...change },
})
const report = (change: Partial<StatusFacts['stages'][number]>): Pick<StatusFacts, 'stages'> => ({
  stages: [
    {
      stage: 'report',
      brokerAlarm: null,
      ready: 12,
      active: 0,
      delayed: 0,
      dead: 0,
      oldestReadyAgeSeconds: 40,
      seenSecondsAgo: 4,
      unattendedSeconds: 31,
      standingSeconds: null,
      workers: 0,
      ratePerMinute: 0,
      ...change,
    },
  ],
})
const STANDS = { unattendedSeconds: null, workers: 1 } as const
const fred = (failures: number): StatusFacts['sources'] => [{ source: 'fred', runs: 1_000, failures, degraded: 0 }]

const quoted = (time: string): Partial<StatusFacts> => ({
  spyQuote: { ...GOOD.spyQuote!, quotedAt: new Date(`2026-11-20T${time}Z`) },
})

const failing = (source: 'cot' | 'aaii', runs: number) => ({ source, runs, failures: runs, degraded: 0 })

test('less than 80 % of all runs is an issue, and the failing source is named', () => {
  const { issues, warnings } = judge({ ...GOOD, sources: fred(201) }, NOW, NOT_CONFIGURED)
  expect(issues).toEqual(['only 79.9 % of source runs of the last 7 days succeeded'])
  expect(warnings).toEqual(['source fred: only 79.9 % of its runs of the last 7 days succeeded'])
})

test('a service without a problem has no issue and no warning', () =>
  expect(judge(GOOD, NOW, NOT_CONFIGURED)).toEqual({ issues: [], warnings: [] }))

test('the table of FOMC meetings warns four months before its end, and names it', () => {
  const about = (day: string) =>
    judge(GOOD, new Date(`${day}T16:00:00Z`), NOT_CONFIGURED).warnings.filter((each) => each.includes('FOMC'))
  expect(about('2027-08-10')).toEqual([])
  expect(about('2027-08-11')).toEqual([expect.stringMatching(/^the table of FOMC meetings ends on 2027-12-08: /)])
  expect(about('2028-02-01')).toHaveLength(1)
})

test('a service that is still loading its history is not green', () => {
  const stateLoading = { step: 'closing option chains', done: 150, total: 300, percent: 40, eta_seconds: 60 }
  expect(judge({ ...GOOD, stateLoading }, NOW, NOT_CONFIGURED).warnings).toEqual([
    'history is loading: closing option chains 150 of 300, 40 % of what the market state rests on, about 60 s left',
  ])
})

describe('a single fact', () => {
  test.each<[string, Partial<StatusFacts>, 'none' | 'issue' | 'warning']>([
    ['95 % healthy', { sources: fred(50) }, 'none'],
    ['94.9 %', { sources: fred(51) }, 'warning'],
    ['80 %', { sources: fred(200) }, 'warning'],
    ['one dead source among busy ones', { sources: [...fred(0), failing('cot', 5)] }, 'warning'],
    ['one failed run of a rare source', { sources: [...fred(0), failing('aaii', 1)] }, 'none'],
    ['no run at all', { sources: [] }, 'none'],
    ['a late report', { latestReport: { filename: 'x', at: new Date('2026-11-20T15:00:00Z') } }, 'warning'],
    ['no report today', { latestReport: { filename: 'x', at: new Date('2026-11-19T21:00:00Z') } }, 'issue'],
    ['no snapshot', { snapshot: null }, 'warning'],
    ['no score', { snapshot: { ...GOOD.snapshot!, health_score: null, health_score_reason: 'too few' } }, 'warning'],
    ['no daily row', { newestSession: null }, 'warning'],
    ['an old daily row', { newestSession: { tradeDate: '2026-11-18', state: 'final' } }, 'warning'],
    ['an old quote', { spyQuote: { ...GOOD.spyQuote!, quotedAt: new Date('2026-11-20T14:55:00Z') } }, 'warning'],
    ['a quote of 35 minutes ago', quoted('14:56:00'), 'none'],
    ['a quote older by a second', quoted('14:55:59'), 'warning'],
    ['no quote', { spyQuote: null }, 'warning'],
    ['no quote of a service that just began', { spyQuote: null, runningSince: new Date(NOW.getTime() - 1) }, 'none'],
    ['a dead source that ran four times', { sources: [...fred(0), failing('cot', 4)] }, 'none'],
    ['a contradiction in the signals', { integrity: ['a cycle has no snapshot'] }, 'issue'],
    ['a parked message', { deadLetters: 1 }, 'warning'],
    ['a missed slot', { missedSlots: 1 }, 'warning'],
    ['a failed cycle', { failedCycles: 1 }, 'warning'],
    ['a minute in the outbox', { outboxOldestSeconds: 60 }, 'none'],
    ['more than a minute in the outbox', { outboxOldestSeconds: 61 }, 'warning'],
    ['ten minutes in the outbox', { outboxOldestSeconds: 600 }, 'warning'],
    ['more than ten minutes in the outbox', { outboxOldestSeconds: 601 }, 'issue'],
    ['messages without a worker', report({}), 'warning'],
    ['messages without a worker for half a minute only', report({ unattendedSeconds: 30 }), 'none'],
    ['messages with a worker that started since', report({ workers: 1 }), 'none'],
    ['messages of an old figure', report({ seenSecondsAgo: 31 }), 'none'],
    ['a scheduler that looked a minute ago', report({ seenSecondsAgo: 60 }), 'none'],
    ['no scheduler for more than a minute', report({ seenSecondsAgo: 61 }), 'warning'],
    ['messages that no worker has finished for three minutes', report({ ...STANDS, standingSeconds: 121 }), 'warning'],
    ['messages that no worker has finished for two minutes', report({ ...STANDS, standingSeconds: 120 }), 'none'],
    ['a standing stage in an old figure', report({ ...STANDS, standingSeconds: 999, seenSecondsAgo: 31 }), 'none'],
    ['a step of the clock', step({}), 'warning'],
    ['a step of the clock that is not believed yet', step({ isBelieved: false }), 'warning'],
    ['messages that wait for the end of an outage', { waiting: [{ stage: 'report', messages: 2 }] }, 'warning'],
    ['messages that a worker handles', report({ unattendedSeconds: null, workers: 1 }), 'none'],
  ])('%s', (_name, change, expected) => {
    const { issues, warnings } = judge({ ...GOOD, ...change }, NOW, NOT_CONFIGURED)
    expect({ issues: issues.length, warnings: warnings.length }).toEqual({
      issues: expected === 'issue' ? 1 : 0,
      warnings: expected === 'warning' ? 1 : 0,
    })
  })
})

test('a step that waits for an operator is an issue, and the step itself a warning', () => {
  const { issues, warnings } = judge(
    { ...GOOD, ...step({ isBelieved: false, needsOperator: true }) },
    NOW,
    NOT_CONFIGURED,
  )
  expect(issues).toEqual([expect.stringContaining('until an operator corrects it and runs ops clock believe')])
  expect(warnings).toEqual([expect.stringContaining('The clock of the database stepped 600 s back')])
})

test('a stage without a worker is named with the number of waiting messages', () => {
  expect(judge({ ...GOOD, ...report({}) }, NOW, NOT_CONFIGURED).warnings).toEqual([
    'stage report: no worker is there for 12 waiting messages',
  ])
})

test('degraded runs count as healthy', () => {
  expect(healthyPct([{ source: 'fred', runs: 3, failures: 1, degraded: 2 }])).toBe(66.7)
})

test('announcements that an operator must decide are a warning that names the command', () => {
  const undecidedActions = ['AAPL', 'BRK.B', 'F', 'GE', 'IBM', 'ZTS']
  expect(judge({ ...GOOD, undecidedActions }, NOW, NOT_CONFIGURED).warnings).toEqual([
    '6 symbols can only be closed until an operator decides (ops corporate-action proposals): AAPL, BRK.B, F, GE, IBM and others',
  ])
})

test('depths that nobody has read are the fault of the scheduler only if none is alive', () => {
  const old = report({ ready: 0, unattendedSeconds: null, workers: 1, seenSecondsAgo: 90 })
  const warningsWith = (schedulerSilentSeconds: number | null) =>
    judge({ ...GOOD, ...old, schedulerSilentSeconds }, NOW, NOT_CONFIGURED).warnings
  expect(warningsWith(1)).toEqual([expect.stringContaining('the broker has not answered a scheduler')])
  expect(warningsWith(61)).toEqual([expect.stringContaining('no scheduler has looked at the stages')])
  expect(warningsWith(null)).toEqual([expect.stringContaining('no scheduler has looked at the stages')])
})

test('an alarm of RabbitMQ is a warning with its own words, while a scheduler looks', () => {
  const alarm = { unattendedSeconds: null, workers: 1, brokerAlarm: 'low on disk' }
  expect(judge({ ...GOOD, ...report(alarm) }, NOW, NOT_CONFIGURED).warnings).toEqual([
    'RabbitMQ has raised an alarm (low on disk) and takes no messages: they wait in Postgres and are sent when it ends',
  ])
  const old = { ...report({ ...alarm, seenSecondsAgo: 31 }), schedulerSilentSeconds: 1 }
  expect(judge({ ...GOOD, ...old }, NOW, NOT_CONFIGURED).warnings).toEqual([])
})

test('old values of the signals are a warning that names them, and so is the login of the brokerage', () => {
  const data_quality = { ...GOOD.snapshot!.data_quality, stale: ['wti', 'dix'] }
  const snapshot = { ...GOOD.snapshot!, data_quality } as StatusFacts['snapshot']
  const expiring = { ...NOT_CONFIGURED, tokenState: 'expiring', dataState: 'failing' } as const
  expect(judge({ ...GOOD, snapshot }, NOW, expiring).warnings).toEqual([
    'signals use old values of wti, dix',
    'brokerage: the login expires within 12 hours',
  ])
})

test('one stage that a scheduler has just looked at is enough', () => {
  const seen = (seenSecondsAgo: number) => report({ unattendedSeconds: null, workers: 1, seenSecondsAgo }).stages
  const stages = [...seen(90), ...seen(4)]
  expect(judge({ ...GOOD, stages }, NOW, NOT_CONFIGURED).warnings).toEqual([])
  const silent = { stages: seen(61), schedulerSilentSeconds: 60 }
  expect(judge({ ...GOOD, ...silent }, NOW, NOT_CONFIGURED).warnings).toEqual([
    expect.stringContaining('the broker has not answered a scheduler'),
  ])
})

test('writes that were lost are an issue until an operator has accepted them', () => {
  const dataLoss: StatusFacts['dataLoss'] = {
    id: 1,
    noticedAt: NOW,
    noticedBy: 'api',
    seenNumber: 9,
    foundNumber: 7,
    lostFrom: null,
    lostUntil: null,
    lostWrites: [],
    acceptedAt: null,
  }
  expect(judge({ ...GOOD, dataLoss }, NOW, NOT_CONFIGURED).issues).toEqual([
    expect.stringMatching(/; trading is closed until an operator runs ops failover accept$/),
  ])
})

test.each([
  [2, []],
  [
    3,
    [
      'the LLM wrote none of the last 3 reads, which have fixed wording instead (ops ai slots): the provider answered with status 401',
    ],
  ],
])('an LLM that wrote none of the last %i reads', (reads, warnings) => {
  const llmSilence = { reads, reason: 'the provider answered with status 401' }
  expect(judge({ ...GOOD, llmSilence }, NOW, NOT_CONFIGURED).warnings).toEqual(warnings)
})
