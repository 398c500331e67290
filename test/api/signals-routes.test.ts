import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { CATALOGUE } from '../../api/signals/metric-catalogue.ts'
import { freshDatabase, testDatabase } from '../../harness/database.ts'
import { marketInputs } from '../../harness/fixtures/market-inputs/market-inputs.ts'
import { sectorBreadth } from '../../pipeline/breadth/sector-breadth.ts'
import { correlations } from '../../pipeline/correlations/correlations.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'
import { tradingDay } from '../../shared/time/trading-day.ts'
import { testApi } from './support/api.ts'
import { NOW, seedSession } from './support/seed.ts'
import { seedCycle } from './support/seed-cycle.ts'

const inputs = marketInputs('2026-11-20', '10:15')
const tally = { members: 30, counted50: 30, above50: 18, counted200: 29, above200: 12 }
const breadth = {
  breadth: { day: tradingDay('2026-11-19'), ...tally, sectors: [{ sector: 'Energy', ...tally }] },
  knownAt: inputs.cutoff,
  source: 'breadth',
}

const db = testDatabase()
const empty = testDatabase()
let app: FastifyInstance
let bare: FastifyInstance
beforeAll(async () => {
  for (const { sql } of [db, empty])
    await sql`
      insert into service_time (real_origin, service_origin, speed, since, last_seen)
      values (clock_timestamp(), ${NOW}, 0, '2026-11-02T12:00:00Z', ${NOW})`
  for (const [index, at] of ['14:45', '15:00', '15:15'].entries())
    await seedCycle(db.sql, `2026-11-20T${at}:00Z`, {
      health_score: index === 1 ? null : 50 + index,
      correlations: correlations(inputs),
      sector_breadth: sectorBreadth({ ...inputs, breadth }),
      documents: Object.fromEntries(
        cycleDocuments(inputs, { cycleId: 'c', origin: 'scheduled' }).map(({ key, value }) => [key, value]),
      ),
    })
  for (const day of ['2026-11-17', '2026-11-18', '2026-11-19'])
    await seedSession(db.sql, day, day === '2026-11-18' ? { dix: null } : {})
  app = await testApi(db.url)
  bare = await testApi(empty.url)
})

const json = async (url: string, from = app) => {
  const answer = await from.inject(`/api/v1/signals/${url}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('blocks of the snapshot', () => {
  test('correlations has the pairs and the identity of the snapshot', async () => {
    const body = await json('correlations')
    expect(body).toMatchObject({ cycle_id: '2026-11-20T1015', status: 'ready', reason: null, window_sessions: 20 })
    expect(Object.keys(body.pairs)).toEqual(['vix', 'dxy', 'tnx', 'oil'])
    expect(body.pairs.vix).toMatchObject({ status: 'ready', n: 20, normal_range: { n: 252 } })
    expect(body.pairs.oil).toMatchObject({ status: 'not_ready', reason: 'no value of uso_close is known yet' })
  })
  test('sectors has shares with their counts', async () => {
    const body = await json('sectors')
    expect(body).toMatchObject({
      status: 'ready',
      day: '2026-11-19',
      pct_above_50dma: 60,
      counted_50dma: 30,
      age_sessions: 1,
    })
    expect(body.sectors).toEqual([
      { sector: 'Energy', pct_above_50dma: 60, pct_above_200dma: 41.4, members: 30, counted_50dma: 30, above_50dma: 18, counted_200dma: 29, above_200dma: 12 },
    ]) // biome-ignore format: one row
  })
  test('fedwatch without futures has the meeting and a reason', async () => {
    const body = await json('fedwatch')
    expect(body).toMatchObject({
      status: 'not_ready',
      reason: 'no fed-fund futures are known yet',
      next_meeting: '2026-12-09',
      hold: null,
    })
  })
  test('fragility is the stored document with its current age', async () => {
    const body = await json('fragility')
    expect(body).toMatchObject({
      reason: null,
      rating: 'watch',
      as_of: { trade_date: '2026-11-20', age_seconds: 16 * 60 },
    })
    expect(body.pillars).toHaveLength(4)
    expect(await json('fragility', bare)).toMatchObject({
      score: null,
      rating: 'insufficient_data',
      reason: 'no snapshot has been computed yet',
      as_of: null,
    })
  })
  test('each block has a reason before the first cycle', async () => {
    for (const url of ['correlations', 'sectors', 'fedwatch'])
      expect(await json(url, bare)).toMatchObject({
        status: 'not_ready',
        reason: 'no snapshot has been computed yet',
        as_of: null,
      })
    expect((await json('correlations', bare)).pairs).toBeNull()
    expect((await json('sectors', bare)).sectors).toEqual([])
  })
})

describe('intraday health score', () => {
  const URL = 'intraday/health-score'
  test('is served oldest first, without cycles that have no score', async () => {
    expect(await json(URL)).toEqual({
      limit: 48,
      count: 2,
      data: [
        { timestamp: '2026-11-20T09:45:00-05:00', health_score: 50 },
        { timestamp: '2026-11-20T10:15:00-05:00', health_score: 52 },
      ],
      reason: null,
    })
    expect((await json(`${URL}?limit=1`)).data).toEqual([{ timestamp: '2026-11-20T10:15:00-05:00', health_score: 52 }])
    expect((await json(URL, bare)).reason).toBe('no cycle has a score yet')
  })
  test('uses the newest run of a cycle, even if that run has no score', async () => {
    await seedCycle(db.sql, '2026-11-19T20:00:00Z', { health_score: 30 })
    await seedCycle(db.sql, '2026-11-19T20:00:00Z', { health_score: 31, run: 2 })
    await seedCycle(db.sql, '2026-11-19T20:15:00Z', { health_score: 32 })
    await seedCycle(db.sql, '2026-11-19T20:15:00Z', { health_score: null, run: 2 })
    const { data } = await json(`${URL}?limit=9`)
    expect(data.map((row: { health_score: number }) => row.health_score)).toEqual([31, 50, 52])
  })
})

describe('sparklines', () => {
  const line = (query: string) => json(`sparklines?${query}`)
  test('has series by name, oldest first, and no point for a session without a reading', async () => {
    const body = await line('metrics=dix,VIX')
    expect(body).toMatchObject({ period_sessions: 30, sessions: 3, reason: null })
    expect(body.metrics.map((each: { metric: string; n: number }) => [each.metric, each.n])).toEqual([['vix_close', 3], ['dix', 2]]) // biome-ignore format: pairs
    expect(body.series.vix_close[0]).toEqual({ ts: '2026-11-17T18:59:00-05:00', value: 18.2 })
    expect(body.series.dix.map((point: { ts: string }) => point.ts.slice(0, 10))).toEqual(['2026-11-17', '2026-11-19'])
  })
  test('draws dealer gamma only from the newest series, and notes the sessions left out', async () => {
    const mixed = await freshDatabase()
    const gex = async (day: string, value: number | null, gexSeries: string | null) =>
      await seedSession(mixed.sql, day, { gex: value, gexSeries })
    await gex('2026-11-16', 4e9, 'gex_vendor')
    await gex('2026-11-17', 5e9, 'gex_vendor')
    await gex('2026-11-18', 7e8, 'gex_own')
    await gex('2026-11-19', null, null)
    const body = await json('sparklines?metrics=gex,vix', await testApi(mixed.url))
    expect(body.series.gex.map(({ value }: { value: number }) => value)).toEqual([7e8])
    expect(body.metrics).toMatchObject([
      { metric: 'vix_close', n: 4, note: null },
      { metric: 'gex', n: 1, note: expect.stringMatching(/^points of gex_own only: 2 earlier sessions/) },
    ])
    expect((await line('metrics=gex')).metrics[0].note).toBeNull()
    await mixed.drop()
  })
  test('accepts the period with or without a d', async () => {
    expect(await line('metrics=vix&period=2')).toEqual(await line('metrics=vix&period=2d'))
    expect((await line('metrics=vix&period=2')).series.vix_close).toHaveLength(2)
    expect((await line('metrics=vix&period=365d')).period_sessions).toBe(365)
  })
  test('accepts every name and alias of the catalogue', async () => {
    for (const { metric, aliases } of CATALOGUE)
      for (const name of [metric, ...aliases])
        expect(Object.keys((await line(`metrics=${name}`)).series)).toEqual([metric])
    const all = CATALOGUE.flatMap(({ metric, aliases }) => [metric, ...aliases])
    expect(new Set(all).size).toBe(all.length)
    expect(Object.keys((await line(`metrics=${all.join(',')}`)).series)).toEqual(CATALOGUE.map(({ metric }) => metric))
  })
  test('can draw every number of a daily row', async () => {
    const [row] = (await json('history?days=1')).data
    const numbers = Object.keys(row).filter((column) => typeof row[column] === 'number' && column !== 'run')
    expect(CATALOGUE.map(({ metric }) => metric).sort()).toEqual(numbers.sort())
  })
  test('has a reason when there is no session', async () => {
    const body = await json('sparklines?metrics=vix', bare)
    expect(body).toMatchObject({ sessions: 0, series: { vix_close: [] }, reason: 'no session has been computed yet' })
  })
  test.each([
    'constructor',
    '__proto__',
    'constructor,__proto__,toString',
    'vix,hasOwnProperty',
    '',
    ',',
    'vix,',
    'nope',
    'v%00ix',
  ])('metrics=%s is 400 with the whole catalogue', async (names) => {
    const answer = await app.inject(`/api/v1/signals/sparklines?metrics=${names}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({
      code: 'invalid_parameter',
      message: 'metrics: must be names or aliases of details.metrics',
      details: { fields: ['metrics'], metrics: CATALOGUE },
    })
    expect(answer.body).not.toContain('nope')
  })
  test('missing, repeated or endless names are 400 with the catalogue', async () => {
    const endless = Array.from({ length: 10_000 }, () => 'vix').join(',')
    for (const query of ['', 'metrics=vix&metrics=dix', `metrics=${endless}`]) {
      const answer = await app.inject(`/api/v1/signals/sparklines?${query}`)
      expect(answer.statusCode, query.slice(0, 40)).toBe(400)
      expect(answer.json().details).toEqual({ fields: ['metrics'], metrics: CATALOGUE })
    }
  })
  test.each(['', '1', '1d', '366', '0', '-5', '30D', '3.0', '30dd', 'd', '9999', '%2030'])(
    'period=%s is 400',
    async (period) => {
      const answer = await app.inject(`/api/v1/signals/sparklines?metrics=vix&period=${period}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toMatchObject({
        message: 'period: must be 2 to 365 sessions, such as 30d or 90',
        details: { fields: ['period'] },
      })
      expect(answer.json().details.metrics).toBeUndefined()
    },
  )
})

test('revisions of a component name both values and when each was known', async () => {
  const insert = (revision: number, value: number, knownAt: string) => db.sql`
    insert into observations (series, day, revision, value, known_at, source, origin)
    values ('t10y2y', '2026-11-18', ${revision}, ${value}, ${knownAt}, 'fred', 'scheduled')`
  await insert(1, 0.5, '2026-11-19T14:00:00Z')
  await insert(2, 0.52, '2026-11-20T14:00:00Z')
  const fresh = await testApi(db.url)
  expect((await fresh.inject('/api/v1/signals/revisions/yield_curve')).json()).toMatchObject({
    key: 'yield_curve',
    series: ['t10y2y', 't10y3m'],
    revisions: [
      {
        series: 't10y2y',
        day: '2026-11-18',
        revision: 2,
        before: 0.5,
        value: 0.52,
        known_at: '2026-11-20T09:00:00-05:00',
        known_before: '2026-11-19T09:00:00-05:00',
        source: 'fred',
      },
    ],
    reason: null,
  })
  expect((await fresh.inject('/api/v1/signals/revisions/vix')).json()).toMatchObject({
    revisions: [],
    reason: 'no value of these series has been corrected',
  })
  expect((await fresh.inject('/api/v1/signals/revisions/nothing')).statusCode).toBe(404)
  const { body } = await fresh.inject('/signals/yield_curve')
  expect(body).toContain('<th scope="row">t10y2y</th><td>18 Nov 2026</td><td class="n">0.5</td><td class="n">0.52</td>')
})

describe('the score after the close', () => {
  test('latest, score and page say that it is the cycle’s, and what the final row of the session has', async () => {
    const evening = await freshDatabase()
    await seedCycle(evening.sql, '2026-11-20T21:21:00Z', { health_score: 55 })
    const before = await json('score', await testApi(evening.url))
    expect(before).toMatchObject({ health_score: 55, score_basis: 'cycle', daily_row: null })
    await seedSession(evening.sql, '2026-11-20', { healthScore: 58, asOf: new Date('2026-11-21T01:00:00Z') })
    const after = await testApi(evening.url)
    for (const url of ['latest', 'score']) {
      const body = await json(url, after)
      expect(body, url).toMatchObject({
        health_score: 55,
        daily_row: { state: 'final', health_score: 58, difference: 3 },
      })
      expect(body.score_note, url).toMatch(
        /^This is the score of the report cycle .* has a score of 58, 3 points higher\./,
      )
    }
    expect((await after.inject('/')).body).toContain('Final for the day: 58 (+3 from the last cycle)')
    await seedSession(evening.sql, '2026-11-23', { valueDays: { dix: tradingDay('2026-11-19') } })
    const [row, late] = (await json('history', await testApi(evening.url))).data
    expect(late).toMatchObject({ value_days: { dix: '2026-11-19' }, points: { dix: 5 }, points_exact: { dix: 5.2 } })
    expect(row).toMatchObject({ trade_date: '2026-11-20', state: 'final', health_score: 58 })
  })
})
