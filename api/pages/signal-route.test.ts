import { expect, it } from 'vitest'
import { pageOf } from '../../harness/page-of.ts'
import { textOf } from '../../harness/text-of.ts'
import { readExample } from '../openapi/read-example.ts'
import type { Answer } from './answers.ts'
import { signalPage } from './signal-route.ts'

const breakdown = readExample<Answer<'getScoreBreakdown'>>(import.meta.url, '../signals/breakdown-example.json')
const { points_exact: _exact, weight_note: _note, ...served } = breakdown.components.find(({ key }) => key === 'dix')!
/** A component with whole points and with a place to gain and to lose one. */
const dix = {
  ...served,
  points: 3,
  max: 8,
  max_when_live: 8,
  contribution: 3,
  value: 0.42674665,
  display: '42.7 %',
  percentile: 19.4,
  n: 551,
  fraction: 0.31722222,
  level: { level: 'caution', color: 'orange', label: 'Thin buying' },
  gains_at: {
    points: 4,
    level: 'neutral',
    value: 0.43495465,
    distance: 0.0082079948,
    distance_moves: 4.8400135,
    health_score: 57,
  },
  loses_at: {
    points: 2,
    level: 'caution',
    value: 0.42633713,
    distance: -0.00040951864,
    distance_moves: -0.24148111,
    health_score: 55,
  },
  inputs: [
    { ...served.inputs[0]!, value: 0.4267466519729017, for: '2026-11-19', known_at: '2026-11-19T20:00:00-05:00' },
  ],
} as const
const rowOf = (value: number | null, at: number) => ({
  trade_date: `2026-${at < 31 ? '08' : '09'}-${String((at % 31) + 1).padStart(2, '0')}`,
  dix: value === null ? null : value / 100,
})
const rows = (count: number) => Array.from({ length: count }, (_, at) => rowOf(at, at))

interface Given {
  component?: object
  components?: readonly object[]
  reason?: string | null
  data?: readonly object[]
  alerts?: readonly object[]
  revisions?: readonly object[]
}
const drawn = (
  { component = {}, components, reason = null, data = rows(60), alerts = [], revisions = [] }: Given = {},
  key = 'dix',
) =>
  pageOf(signalPage, {
    params: { key },
    documents: {
      '/api/v1/signals/score/breakdown': { ...breakdown, reason, components: components ?? [{ ...dix, ...component }] },
      '/api/v1/signals/history': { data },
      '/api/v1/signals/revisions/:key': { revisions, reason: null },
      '/api/v1/alerts/history': { alerts, reason: null },
    },
  })
const read = async (given?: Given) => textOf(await drawn(given))

it('a signal shows its level, the nearest point changes, and how its reading becomes points', async () => {
  const text = await read()
  expect(text).toContain(
    'Where it stands figures Reading 42.7 % Reads as Thin buying Points 3 of 8 Percentile 19th of its last year, 551 readings ' +
      'known One point more at 43.5 %, 4.8 usual moves away; then 4 points One point less at 42.6 %, 0.2 usual moves away; then 2 ' +
      'points From reading to points figures Share of the points by own 252-session percentile. Better is higher: short ' +
      'volume off exchange is investors buying. The dot is now: 32 % of the points. Its last year',
  )
  expect(text).toContain(
    'Series Value For Known at Source dix 0.43 19 Nov 2026 Thu 19 Nov 2026, 20:00 ET darkpool, fresh',
  )
  expect(await drawn()).toContain('<title>DIX: 42.7 %</title>')
})

it.each([
  ['no place to gain', { gains_at: null }, 'One point more at nowhere within five usual moves One'],
  ['no usual move', { gains_at: { ...dix.gains_at!, distance_moves: null, points: 1 } }, 'at 43.5 %; then 1 point One'],
  [
    'no level and no percentile',
    { level: null, percentile: null, percentile_window: null, n: 3 },
    'Reads as nothing Points 3 of 8 Percentile no percentile, 3 readings known',
  ],
  [
    'a note on its weight',
    { weight_note: 'half of the points rest on a short history' },
    'points Half of the points rest on a short history. From reading',
  ],
  ['no fraction', { fraction: null }, 'There is no reading now. Its last year'],
  ['no inputs', { inputs: [] }, 'Where its figures come from figures No value of its series is known.'],
])('a signal with %s says so', async (_name, component, words) => {
  expect(await read({ component })).toContain(words)
})

it.each([
  ['dix', 0.43495465, '43.5 %'],
  ['gex', 6_956_886_000, '$6.96bn'],
  ['gex', -1_240_000_000, '−$1.24bn'],
  ['hy_oas', 3.8222222, '3.82 %'],
  ['breadth', 69.423077, '69.4 %'],
  ['vix', 13.666667, '13.67'],
  ['vix_term', 0.82166667, '0.822'],
  ['skew', 136.79, '136.8'],
  ['yield_curve', 1.255, '+1.25'],
  ['dollar', 111.99171, '111.99'],
  ['oil', 129.30711, '$129.31'],
  ['breakevens', 2.21, '2.21 %'],
  ['aaii', 0.285, '+28.5 points'],
  ['cot', -79_232.001, '−79.2k contracts'],
] as const)(
  'the value of %s at which a point changes, %f, is in the unit of its reading',
  async (key, value, words) => {
    const component = { key, gains_at: { ...dix.gains_at!, value } }
    expect(textOf(await drawn({ component }, key))).toContain(`One point more at ${words}, 4.8`)
  },
)

it('the dot is where the curve has the height of the reading', async () => {
  const anchors = [
    { at: 0, fraction: 0 },
    { at: 100, fraction: 1 },
  ]
  const dots = async (curve: object, fraction: number | null) =>
    (await drawn({ component: { curve: { ...dix.curve, ...curve }, fraction } })).match(/<circle class="dot"/g) ?? []
  expect(await dots({ anchors }, 0.25)).toHaveLength(2)
  expect(await dots({ anchors }, 1)).toHaveLength(2)
  expect(await dots({ anchors }, null)).toHaveLength(0)
  expect(await dots({ anchors: [...anchors, { at: 200, fraction: 0 }] }, 0.25)).toHaveLength(0)
  expect(await dots({ anchors: [...anchors, { at: 200, fraction: 1 }] }, 0.25)).toHaveLength(2)
  const folded = { curve: { ...dix.curve, anchors: [...anchors, { at: 200, fraction: 0 }] }, fraction: 0.25 }
  expect(await read({ component: folded })).toContain('Now, at no single place of the curve: 25 % of the points.')
})

it('the axis of the past has the unit of the reading', async () => {
  expect(await drawn()).toMatch(/>0\.0 %<.*>29\.5 %<.*>59\.0 %</s)
  const cot = rows(60).map((row, at) => ({ ...row, cot: 1_000 * at }))
  expect(await drawn({ component: { key: 'cot' }, data: cot }, 'cot')).toContain('>+59.0k<')
})

it('the bands use sixty sessions or more, and with fewer the number is stated', async () => {
  expect(await read()).toContain(
    'Half of the 60 sessions lie in the darker band, 15.0 % to 44.0 %, and four fifths in the wider one, 6.0 % to 53.0 %.',
  )
  expect(await read({ data: rows(59) })).toContain('59 sessions have a reading; bands need 60.')
  expect(await read({ data: [...rows(59), rowOf(null, 59)] })).toContain('59 sessions have a reading; bands need 60.')
  expect(await drawn({ data: [...rows(59), rowOf(null, 59)] })).toContain(
    'DIX of 60 sessions from 1 Aug 2026 to 29 Sep 2026: first 0.0 %, last 58.0 %',
  )
  for (const data of [[], rows(1)])
    expect(await read({ data })).toContain('No history of this signal is available yet.')
})

it('a reader may explore three ranges', async () => {
  const html = await drawn()
  expect(html).toContain('<div id="explore" data-member="dix" data-name="DIX">')
  expect([...html.matchAll(/data-days="(\d+)">([^<]+)</g)].map(([, days, words]) => [days, words])).toEqual([
    ['63', '63 sessions'],
    ['126', '126 sessions'],
    ['365', '365 sessions'],
  ])
})

it('alerts and revisions of its series stand below', async () => {
  const alert = {
    alert_id: 'DIX_EXTREME',
    severity: 'info',
    message: 'DIX 55 %',
    fired_at: '2026-11-02T20:00:00-05:00',
    cleared_at: null,
  }
  const citing = (series: string) => ({ ...alert, evidence: { inputs: [{ series }] } })
  const cleared = { ...citing('dix'), alert_id: 'EARLIER', cleared_at: '2026-11-03T20:00:00-05:00' }
  const revision = {
    series: 'dix',
    day: '2026-11-18',
    before: 0.42,
    value: 0.425,
    known_at: '2026-11-19T20:00:00-05:00',
    source: 'darkpool',
  }
  const text = await read({ alerts: [citing('dix'), citing('vix_close'), cleared], revisions: [revision] })
  expect(text).toContain(
    'Its alerts 2 alerts in a year figures DIX_EXTREME info still active when it fired, Mon 2 Nov 2026, 20:00 ET: DIX 55 % ' +
      'EARLIER info until Tue 3 Nov 2026, 20:00 ET when',
  )
  expect(text).toContain('dix 18 Nov 2026 0.42 0.425 Thu 19 Nov 2026, 20:00 ET darkpool')
  const nothing = await read()
  expect(nothing).toContain('No alert in the last year was based on this signal.')
  expect(nothing).toContain('Its revisions figures Nothing has been corrected.')
})

it('before the first snapshot a signal has a page with its name and no reading, and another key has none', async () => {
  const text = await read({ components: [] })
  expect(text).toContain('Where it stands figures No reading is known.')
  expect(await read({ components: [], reason: 'no cycle has run' })).toContain(
    'Where it stands figures No cycle has run.',
  )
  expect(await drawn({ components: [] })).toContain('<title>DIX: no reading</title>')
  expect(await drawn({ component: { status: 'not_ready' } })).toContain('<title>DIX: no reading</title>')
  await expect(drawn({}, 'toString')).rejects.toThrow('There is no such component.')
})
