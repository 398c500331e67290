import { z } from 'zod'
import { type RegimeDay, regimeSpells, tallies } from '../../pipeline/transitions/regime-spells.ts'
import { RegimeLog } from '../../shared/domain/contract/regime-log.ts'
import { readLoading } from '../../shared/postgres/market/backfill.ts'
import { eastern } from '../../shared/time/eastern.ts'
import { addDays } from '../../shared/time/trading-day.ts'
import { documentRoute } from '../cache/document-route.ts'
import { readNow } from '../database/service-time.ts'
import { queryInteger } from '../http/parameters.ts'
import { regimeDays, regimeStatements } from './regime-days-view.ts'

const NO_SESSION = 'no session has been computed yet'
const NO_REGIME = 'no session of these days has a regime'

const empty = (days: number, reason: string): RegimeLog => ({
  schema_version: '2026.11',
  days,
  from: null,
  to: null,
  rules_versions: [],
  current: null,
  spells: [],
  n: 0,
  by_regime: tallies([]),
  reason,
})

/** Spells without their reasons, which are read afterwards for the few days that begin a spell. */
function windowOf(rows: readonly RegimeDay[], from: string) {
  const spells = regimeSpells(rows).filter(({ to }) => to >= from)
  const inside = rows.filter(({ day }) => day >= from)
  return { spells, inside, versions: [...new Set(inside.map(({ rulesVersion }) => rulesVersion))] }
}

const EXAMPLE: RegimeLog = (() => {
  const reasons = {
    CAUTIOUS: 'CAUTIOUS since 2026-11-09. VIX 18.20 (61st percentile of its own last year; for 2026-11-09, today).',
    TRANSITIONAL:
      'TRANSITIONAL since 2026-10-19. HY OAS 4.05 % (88th percentile of its own last year; for 2026-10-16, 1 session old).',
  }
  const spell = { sessions_without_reading: 0, rules_version: '2026.11-2' }
  const spells: RegimeLog['spells'] = [
    { regime: 'CAUTIOUS', from: '2026-11-09', to: '2026-11-20', sessions: 10, score_begin: 51, score_end: 57, reason: reasons.CAUTIOUS, complete: false, ended_by: null, ...spell },
    { regime: 'TRANSITIONAL', from: '2026-10-19', to: '2026-11-06', sessions: 15, score_begin: 41, score_end: 49, reason: reasons.TRANSITIONAL, complete: true, ended_by: 'change', ...spell },
  ] // biome-ignore format: one spell a line
  return {
    ...empty(365, ''),
    from: '2025-11-20',
    to: '2026-11-20',
    rules_versions: ['2026.11-2'],
    current: spells[0]!,
    spells,
    n: 2,
    by_regime: tallies(spells),
    reason: null,
  }
})()

export const signalsRegimeLogRoutes = [
  documentRoute({
    path: '/api/v1/signals/regime-log',
    class: 'public',
    tag: 'signals',
    summary: 'The spells of the regime',
    description:
      'From the daily rows, newest first: each spell of a regime with its first and last day, the score at both ends ' +
      'and the readings that led to it; the current spell; and the number and length of spells by regime. A spell that ' +
      'reaches into the window is listed whole. Medians cover only spells with both ends known.',
    query: z.object({
      days: queryInteger({ min: 1, max: 3_650, default: 365 }, 'Eastern calendar days, today included'),
    }),
    response: RegimeLog,
    responseDescription: 'The spells',
    example: EXAMPLE,
    topics: ['signals'],
    async load(context, { query: { days } }) {
      const from = addDays(eastern(await readNow(context)).day, 1 - days)
      const [rows, loading] = await context.reader.read((sql) =>
        Promise.all([regimeDays(sql), readLoading(sql, 'states')]),
      )
      if (rows.length === 0) return { value: { ...empty(days, NO_SESSION), history_loading: loading } }
      const { spells, inside, versions } = windowOf(rows, from)
      const begins = spells.map((spell) => spell.from)
      const statements = await context.reader.read((sql) => regimeStatements(sql, begins))
      const explained = spells
        .map((spell) => ({ ...spell, reason: statements.get(spell.from)?.reason ?? 'its row no longer exists' }))
        .reverse()
      const newest = rows.at(-1)
      const [last] = explained
      const value: RegimeLog = {
        ...empty(days, ''),
        from: inside[0]?.day ?? null,
        to: newest?.day ?? null,
        rules_versions: versions,
        current: last && last.ended_by === null && last.to === newest?.day ? last : null,
        spells: explained,
        n: explained.length,
        by_regime: tallies(spells),
        history_loading: loading,
        reason: explained.length === 0 ? NO_REGIME : null,
      }
      return { value }
    },
    empty: (reason, _context, { query: { days } }) => empty(days, reason),
  }),
]
