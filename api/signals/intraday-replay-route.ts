import { z } from 'zod'
import { Regime, SignalsSnapshot } from '../../shared/domain/contract/signals.ts'
import { eastern, instantAt } from '../../shared/time/eastern.ts'
import { addDays, type TradingDay, tradingDay } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readExample } from '../openapi/read-example.ts'
import { newestSnapshotAt, snapshotsOfDay } from './day-snapshots-view.ts'

const EXAMPLE_SNAPSHOT = readExample<SignalsSnapshot>(import.meta.url, './signals-example.json')

/** The day after the queried one must have a valid date too. */
const LAST_DAY = '9999-12-30'
const DATE_RULE = `must be an existing date, written YYYY-MM-DD, until ${LAST_DAY}`

const Query = z.object({
  date: z.iso
    .date(DATE_RULE)
    .refine((day) => day <= LAST_DAY, DATE_RULE)
    .transform(tradingDay)
    .optional()
    .meta({ description: 'the Eastern date to replay; absent: the newest date with a cycle', example: '2026-11-20' }),
})

const figure = (description: string) => z.number().nullable().describe(`${description}; null if it was not known`)

const ReplayedCycle = z
  .object({
    cycle_id: z.string().describe('the report cycle; signals/latest with this `as_of` returns the whole snapshot'),
    as_of: z.iso.datetime({ offset: true }).describe('cutoff, Eastern offset'),
    run: z.int().describe('how often the cycle has been computed; the newest run is shown'),
    origin: z.string().describe('scheduled or backfill'),
    rules_version: z.string().describe('version of the rules of the computation'),
    regime: Regime.nullable().describe('the regime confirmed by closes'),
    regime_now: Regime.nullable().describe('the intraday reading'),
    health_score: z.int().nullable().describe('0 to 100; null with a reason in the snapshot'),
    score_low: z.int().nullable().describe('lower bound of the score'),
    score_high: z.int().nullable().describe('upper bound of the score'),
    vix: figure('VIX, index points'),
    spot: figure('SPY when the option chain was quoted, dollars'),
    net_gamma: figure('net dealer gamma, dollars per 1 % move'),
    call_wall: figure('call wall, dollars'),
    put_wall: figure('put wall, dollars'),
    zero_gamma: figure('zero gamma, dollars'),
    points: z.record(z.string(), z.int().nullable()).describe('points by signal key; null without a reading'),
    changed: z
      .array(
        z.object({
          key: z.string().describe('regime, regime_now or a signal key'),
          from: z.string().nullable().describe('state before; null if it was not known'),
          to: z.string().nullable().describe('state after; null if it is no longer known'),
        }),
      )
      .describe('regimes and levels that differ from the previous cycle of the same day'),
    missing: z.array(z.string()).describe('sources without a value'),
  })
  .meta({ id: 'ReplayedCycle', description: 'One report cycle of a day, in short' })
type ReplayedCycle = z.infer<typeof ReplayedCycle>

const IntradayReplay = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    date: z.iso.date().nullable().describe('the Eastern date; null before the first cycle'),
    n: z.int().describe('cycles of that day'),
    cycles: z.array(ReplayedCycle).describe('oldest first'),
    reason: z.string().nullable().describe('why there is no cycle; null otherwise'),
  })
  .meta({ id: 'IntradayReplay', description: 'The snapshots of a day in order' })

function replayed(snapshot: SignalsSnapshot, run: number, before: SignalsSnapshot | null): ReplayedCycle {
  const { cycle_id, as_of, origin, rules_version, regime, regime_now, health_score, score_low, score_high } = snapshot
  const gamma = snapshot.gamma_levels.status === 'ready' ? snapshot.gamma_levels : null
  return {
    cycle_id,
    as_of,
    run,
    origin,
    rules_version,
    regime,
    regime_now,
    health_score,
    score_low,
    score_high,
    vix: snapshot.trends.vix?.current ?? null,
    spot: gamma?.spot ?? null,
    net_gamma: gamma?.net_gamma_usd_per_pct ?? null,
    call_wall: gamma?.call_wall ?? null,
    put_wall: gamma?.put_wall ?? null,
    zero_gamma: gamma?.zero_gamma ?? null,
    points: Object.fromEntries(
      snapshot.score_components.map(({ key, points, max }) => [key, max === 0 ? null : points]),
    ),
    changed: before === null ? [] : changesBetween(before, snapshot),
    missing: snapshot.data_quality.missing.map(({ source }) => source),
  }
}

function changesBetween(before: SignalsSnapshot, now: SignalsSnapshot): ReplayedCycle['changed'] {
  const states = ({
    regime,
    regime_now,
    score_components,
    signal_levels,
  }: SignalsSnapshot): [string, string | null][] => [
    ['regime', regime],
    ['regime_now', regime_now],
    ...score_components.map(({ key }): [string, string | null] => [key, signal_levels[key]?.level ?? null]),
  ]
  const then = new Map(states(before))
  return states(now).flatMap(([key, to]) => {
    const from = then.get(key) ?? null
    return from === to ? [] : [{ key, from, to }]
  })
}

const answer = (date: TradingDay | null, cycles: ReplayedCycle[], reason: string | null) => ({
  schema_version: '2026.11',
  date,
  n: cycles.length,
  cycles,
  reason,
})

export const signalsIntradayReplayRoutes = [
  documentRoute({
    path: '/api/v1/signals/intraday-replay',
    rate: 'costly',
    class: 'public',
    tag: 'signals',
    summary: 'The cycles of a day',
    description:
      'The snapshots of an Eastern date in order: regime, score, levels of the option chain, points of each signal, and ' +
      'the changes from one cycle to the next. Snapshots are kept for 400 days.',
    query: Query,
    response: IntradayReplay,
    responseDescription: 'The cycles of the day',
    example: answer(tradingDay('2026-11-20'), [replayed(EXAMPLE_SNAPSHOT, 1, null)], null),
    topics: ['signals'],
    async load({ reader }, { query }) {
      const stored = await reader.read(async (sql) => {
        const newest = query.date ? null : await newestSnapshotAt(sql)
        const date = query.date ?? (newest && eastern(newest).day)
        if (!date) return null
        const bounds = { from: instantAt(date, '00:00'), before: instantAt(addDays(date, 1), '00:00') }
        return { date, rows: await snapshotsOfDay(sql, bounds) }
      })
      if (stored === null) return { value: answer(null, [], 'no snapshot has been computed yet') }
      const cycles: ReplayedCycle[] = []
      let before: SignalsSnapshot | null = null
      for (const { document, run } of stored.rows) {
        const snapshot = SignalsSnapshot.parse(JSON.parse(document))
        cycles.push(replayed(snapshot, run, before))
        before = snapshot
      }
      return { value: answer(stored.date, cycles, cycles.length === 0 ? 'no cycle of that day is stored' : null) }
    },
    empty: (reason, _context, { query }) => answer(query.date ?? null, [], reason),
  }),
]
