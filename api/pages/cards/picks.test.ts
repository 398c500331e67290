import { expect, it } from 'vitest'
import { textOf } from '../../../harness/text-of.ts'
import { readExample } from '../../openapi/read-example.ts'
import { picksCard } from './picks.ts'

type Given = Parameters<typeof picksCard>[0]

const known = <T>(value: T) => ({ value, reason: null, staleSeconds: null })
const waiting = (ticker: string, day: string, ago: number) => ({
  ticker,
  archetype_label: 'Reclaim',
  last_fired: day,
  last_fired_sessions_ago: ago,
})
const shownOn = (today: string | null) => {
  const board = {
    as_of: '2026-11-27T13:20:00-05:00',
    longs: [],
    shorts: [],
    counts: {},
    competing: [waiting('AAPL', '2026-11-27', 0), waiting('XOM', '2026-11-25', 1)],
    overflow_long: [],
    overflow_short: [],
    regime_note: '',
  }
  return picksCard({ board: known(board), candidates: known({ digest: null }), today, shown: 5 } as unknown as Given)
}

it.each([
  ['on the day itself', '2026-11-27', ['Reclaim, fired today', 'Reclaim, 1 session ago']],
  ['on the Sunday after it', '2026-11-29', ['Reclaim, fired on Fri 27 Nov 2026', 'Reclaim, fired on Wed 25 Nov 2026']],
  ['in the next session before its first run', '2026-11-30', ['fired on Fri 27 Nov 2026', 'fired on Wed 25 Nov 2026']],
  ['before the clock is known', null, ['Reclaim, fired on Fri 27 Nov 2026', 'Reclaim, fired on Wed 25 Nov 2026']],
])('says when a waiting setup fired: %s', (_name, today, told) => {
  for (const words of told) expect(shownOn(today)).toContain(words)
})

it('names the run that the prices and days of the picks are of', () => {
  expect(shownOn('2026-11-30')).toContain(
    'run of <time datetime="2026-11-27T13:20:00-05:00">Fri 27 Nov 2026, 13:20 ET</time>',
  )
})

const example = readExample<NonNullable<Given['board']['value']>>(import.meta.url, '../../screener/board-example.json')
const [apple] = example.longs
const [nvidia] = example.shorts
const drawn = (board: object, digest: object | null = null, shown = 5): string =>
  picksCard({
    board: known({ ...example, longs: [apple], shorts: [], ...board }),
    candidates: known({ digest }),
    today: '2026-11-20',
    shown,
  } as unknown as Given)

it('a pick shows its side, its setup, the reason, how far it may be trusted, and where it ends', () => {
  expect(textOf(drawn({}))).toContain(
    'AAPL ▲ long Relative-strength reclaim NO-BET conviction 58 When locked on 2 Nov 2026: closed above its 50-session ' +
      'average after 4 of 10 sessions below it; 72.3 % ahead of SPY over 60 sessions. Maturing: 14 of 30 episodes are ' +
      'known; locked as NO-BET on 2 Nov 2026; archetype is NO-BET',
  )
  expect(textOf(drawn({}))).toContain('85.13 ends below 82.15 day 14 of 15, −1.6 % The band of falls')
  const contract = {
    ...nvidia!.contract!,
    entry: { ...nvidia!.contract!.entry!, price: 100 },
    invalidation: 110,
    return: null,
  }
  expect(textOf(drawn({ longs: [], shorts: [{ ...nvidia, contract }] }))).toMatch(
    /NVDA ▼ short .* 100\.00 ends above 110\.00 day \d+ of \d+ The band of falls/,
  )
})

it.each([
  ['no contract', { contract: null }, 'no contract The band'],
  ['an entry that is pending', { contract: { ...apple!.contract!, entry: null } }, 'entry pending The band'],
  [
    'an unknown end',
    { contract: { ...apple!.contract!, invalidation: null } },
    '85.13 ends below an unknown price day',
  ],
  [
    'prices of a split',
    { contract: { ...apple!.contract!, shares_since_entry: 2 } },
    '85.13 restated for a split ends below',
  ],
  ['no conviction', { conviction: null }, 'NO-BET no conviction When locked'],
  ['a signal against it', { live_signal: { note: 'the short side fires' } }, 'the short side fires 85.13'],
])('a pick with %s says so', (_name, changes, words) => {
  expect(textOf(drawn({ longs: [{ ...apple, ...changes }] }))).toContain(words)
})

it('the head counts picks and free slots, and a book that has not run counts nothing', () => {
  const counts = { ...example.counts, long: 1, short: 2, open_slots_long: 3, open_slots_short: 4 }
  expect(textOf(drawn({ counts }))).toContain('17:30 ET; 1 long, 2 short; free slots 3 and 4 figures')
  const nothing = { as_of: null, longs: [], shorts: [], regime_note: 'no band' }
  expect(textOf(drawn({ ...nothing, empty_reason: 'the screener has not run yet' }))).toBe(
    'Picks figures The screener has not run yet. no band',
  )
  expect(textOf(drawn({ ...nothing, empty_reason: null }))).toContain('The book is empty.')
})

it('setups that wait stand apart from those below the cut-off, and names beyond those shown open on demand', () => {
  const rows = [waiting('AAPL', '2026-11-20', 0), waiting('XOM', '2026-11-18', 2), waiting('GE', '2026-11-19', 1)]
  const board = { competing: rows.slice(0, 1), overflow_long: rows.slice(1, 2), overflow_short: rows.slice(2) }
  expect(textOf(drawn(board))).toContain(
    'Ripe and waiting AAPL Reclaim, fired today Ripe, below the cut-off XOM Reclaim, 2 sessions ago GE Reclaim, 1 session ago',
  )
  const strips = { competing: [], overflow_long: rows, overflow_short: [] }
  expect(drawn(strips, null, 2)).toContain('<summary>1 more</summary><div class="strip"><span class="chip name">GE')
  expect(drawn(strips, null, 3)).not.toContain('<details>')
  expect(textOf(drawn(strips))).toContain('Ripe and waiting none Ripe, below')
})

it.each([
  ['2026-11-20', 'mute'],
  ['2026-11-19', 'warn'],
])('the probe list of %s is told in the tone %s', (date, tone) => {
  const digest = { date, candidates: [{ ticker: 'KO', label: 'Reclaim', score: 71 }] }
  const probes = drawn({}, digest)
  expect(probes).toContain(`Probe list, digest of <span class="${tone}">`)
  expect(textOf(probes)).toMatch(/Nov 2026 KO Reclaim, 71$/)
  expect(textOf(drawn({}, { date: null, candidates: [] }))).not.toContain('Probe list')
})
