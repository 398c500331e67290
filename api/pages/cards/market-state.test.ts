import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { marketStateCard } from './market-state.ts'

type Documents = Parameters<typeof marketStateCard>[0]

const known = (value: unknown) => ({ value, reason: null, staleSeconds: null })
const spell = { regime: 'TRANSITIONAL', from: '2026-12-08', to: '2026-12-08', sessions: 1 }

/** A card of the last cycle of a session in RISK-ON, with a log whose newest session reads TRANSITIONAL. */
const card = (session: string) =>
  marketStateCard({
    signals: known({
      regime: 'RISK-ON',
      regime_reason: null,
      trade_date: session,
      health_score: 50,
      live_points: 100,
      as_of: `${session}T16:20:00-05:00`,
    }),
    history: known({ data: [] }),
    log: known({ current: spell, spells: [spell, { ended_by: 'change' }], from: '2026-01-02' }),
    fragility: known(null),
    breakdown: known(null),
  } as unknown as Documents)

it('a regime that ended with the closes of the last cycle’s session is not shown as new', () => {
  const html = card('2026-12-08')
  expect(html).toContain(
    'until the closes of 8 Dec 2026, by which it is TRANSITIONAL since 8 Dec 2026, 1 closed session',
  )
  expect(html).not.toContain('new today')
})

it('a regime of a session that the log does not contain yet is new, and is shown with the previous one', () => {
  expect(card('2026-12-09')).toContain('new today; before it TRANSITIONAL since 8 Dec 2026, 1 closed session')
})

it('the state names the cycle that it is of, which on a Sunday is that of Friday', () => {
  expect(card('2026-12-11')).toContain(
    'as of <time datetime="2026-12-11T16:20:00-05:00">Fri 11 Dec 2026, 16:20 ET</time>; ',
  )
})

const signals = {
  regime: 'CAUTIOUS',
  regime_reason: 'credit has widened since 2026-12-01',
  trade_date: '2026-12-08',
  health_score: 50,
  live_points: 100,
  score_low: 50,
  score_high: 50,
  as_of: '2026-12-08T16:20:00-05:00',
}
const log = {
  current: { ...spell, regime: 'CAUTIOUS', sessions: 3 },
  spells: [spell, { ended_by: 'change' }],
  from: '2026-01-02',
}
const textWith = (changes: object, documents: object = {}): string =>
  textOf(
    marketStateCard({
      signals: known({ ...signals, ...changes }),
      history: known({ data: [] }),
      log: known(log),
      fragility: known({ score: 44.4, rating: 'watch' }),
      breakdown: known(null),
      ...documents,
    } as unknown as Documents),
  )

it('the state is its score, its regime, how long that has held, fragility, and why', () => {
  expect(textWith({})).toBe(
    'Market state as of Tue 8 Dec 2026, 16:20 ET; 100 of 100 points have a reading figures 50 of 100 CAUTIOUS since 8 ' +
      'Dec 2026, 3 closed sessions Fragility 44 of 100, watch No history of the score is available yet. Credit has widened since 1 Dec 2026.',
  )
})

it('the length of the regime is that of its reason, because the log begins with the service', () => {
  const short = { log: known({ ...log, spells: [spell] }) }
  expect(textWith({}, short)).toContain('CAUTIOUS since 8 Dec 2026 or earlier, 3 closed sessions')
  const since = { regime_since: '2026-12-01', regime_is_older: false }
  expect(textWith(since, short)).toContain('CAUTIOUS since 1 Dec 2026, 6 closed sessions')
  expect(textWith({ ...since, regime_is_older: true })).toContain('since 1 Dec 2026 or earlier, 6 closed sessions')
  // The closes of the session have decided another regime, whose beginning only the log knows.
  const decided = textWith({ ...since, regime: 'RISK-ON' })
  expect(decided).toContain('by which it is CAUTIOUS since 8 Dec 2026, 3 closed sessions')
})

it.each([
  ['RISK-ON', 'good'],
  ['CAUTIOUS', 'warn'],
  ['TRANSITIONAL', 'warn'],
  ['RISK-OFF', 'bad'],
  ['PANIC', 'bad'],
  [null, 'flat'],
])('the regime %s has the tone %s', (regime, tone) => {
  const shown = marketStateCard({
    signals: known({ ...signals, regime }),
    history: known(null),
    log: known(null),
    fragility: known(null),
    breakdown: known(null),
  } as unknown as Documents)
  expect(shown).toContain(`<span class="badge ${tone}">${regime ?? 'no regime'}</span>`)
})

it.each([
  [
    'bounds of a score with gaps',
    { score_low: 44, score_high: 61, live_points: 83 },
    'bounds 44 to 61: 83 points have a reading figures',
  ],
  ['bounds that nobody knows', { score_low: null }, '16:20 ET; bounds unknown figures'],
  [
    'a score without a value',
    { health_score: null, health_score_reason: 'too few readings' },
    '16:20 ET; figures No health score: too few readings CAUTIOUS',
  ],
  ['a score without any reason', { health_score: null }, 'No health score: no reason is known'],
  ['a state without a cycle', { as_of: null }, 'Market state 100 of 100 points'],
  ['a regime without a reason', { regime_reason: null }, 'No reason for the regime is known.'],
  [
    'a daily row that is final',
    { daily_row: { state: 'final', health_score: 48, difference: -2 } },
    'sessions Final for the day: 48 (−2 from the last cycle) Frag',
  ],
  [
    'a daily row before the evening',
    { daily_row: { state: 'provisional', health_score: 53, difference: 3 } },
    'For the day, until 20:00 ET: 53 (+3 from the last cycle)',
  ],
  [
    'a daily row that is the same',
    { daily_row: { state: 'final', health_score: 50, difference: 0 } },
    'Final for the day: 50 (as in the last cycle)',
  ],
  [
    'a daily row beside no cycle',
    { daily_row: { state: 'final', health_score: 50, difference: null } },
    'Final for the day: 50 Frag',
  ],
  [
    'a daily row without a score',
    { daily_row: { state: 'final', health_score: null, difference: null } },
    'Final for the day: no score Frag',
  ],
])('%s is told in words', (_name, changes, words) => expect(textWith(changes)).toContain(words))

it.each([
  [
    'that begins with the log',
    { ...log, spells: [spell], from: '2026-12-08' },
    'since 8 Dec 2026 or earlier, 3 closed',
  ],
  [
    'that began before the days of the log',
    { ...log, spells: [spell], from: '2026-12-09' },
    'since 8 Dec 2026, 3 closed',
  ],
  [
    'of which the log does not know its own first day',
    { ...log, spells: [spell], from: null },
    'since 8 Dec 2026 or earlier',
  ],
  ['after sessions without a row', { ...log, spells: [spell, { ended_by: 'gap' }] }, 'since 8 Dec 2026 or earlier'],
])('the begin of a spell %s is told as far as it is known', (_name, value, words) => {
  expect(textWith({}, { log: known(value) })).toContain(words)
})

it('no spell is shown while history loads or where no log is known', () => {
  const loading = { ...known(log), isPartial: true }
  expect(textWith({}, { log: loading })).toContain(
    'CAUTIOUS Its duration is available once the history is loaded. Frag',
  )
  expect(textWith({ regime: null }, { log: loading })).toContain('no regime Fragility')
  expect(textWith({}, { log: known(null) })).toContain('CAUTIOUS Fragility')
  expect(textWith({}, { signals: { ...known(signals), isPartial: true } })).toContain(
    'since 1 Dec 2026. History is still loading, so first days and percentiles may change.',
  )
})

it.each([
  [null, 'Fragility: not known'],
  [{ score: null, reason: 'no pillar is ready' }, 'Fragility: no pillar is ready'],
  [{ score: 44.5, rating: null }, 'Fragility 45 of 100, unrated'],
])('fragility of %j is told', (fragility, words) => {
  expect(textWith({}, { fragility: known(fragility) })).toContain(words)
})

it('where the pillars say it in short, the reason opens on demand', () => {
  const pillar = {
    key: 'vix',
    pillar: 'volatility',
    name: 'VIX',
    status: 'ready',
    display: '13.8',
    level: null,
    percentile: 36,
  }
  const text = textWith({}, { breakdown: known({ components: [pillar] }) })
  expect(text).toContain('Why, in full Credit has widened')
  expect(textWith({})).not.toContain('Why, in full')
})

it('the past of the score is drawn from two days on', () => {
  const day = { trade_date: '2026-12-07', regime: 'CAUTIOUS', health_score: 51, score_low: 51, score_high: 51 }
  const days = [day, { ...day, trade_date: '2026-12-08' }]
  const missing = 'No history of the score is available yet.'
  expect(textWith({}, { history: known({ data: days }) })).not.toContain(missing)
  expect(textWith({}, { history: known({ data: [day] }) })).toContain(missing)
})
