import { z } from 'zod'
import { AccountSnapshotKind } from '../../../shared/domain/trading/account-snapshot.ts'
import { growthOf } from '../../../shared/domain/trading/growth.ts'
import { dollarsOf } from '../../../shared/domain/trading/money.ts'
import { easternExact } from '../../../shared/time/eastern.ts'
import type { Curve, StoredSnapshot } from './account-snapshots-view.ts'
import { dollarsOrNull, rounded } from './position-documents.ts'

const figure = z.number().nullable()

const pointFields = {
  at: z.string().describe('the hour or close that the snapshot is for, Eastern'),
  kind: AccountSnapshotKind.describe(
    'hourly: within the session; close: shares at their close, options at their last quotes or, where they have ' +
      'ended, at what they settle for',
  ),
  equity: figure.describe('cash and all positions at their marks, in dollars; null when one had no mark'),
  cash: z.number().describe('cash in dollars'),
  unmarked: z.int().describe('number of positions without a mark; above 0, equity is null'),
  spy: figure.describe('price of SPY at that moment, in dollars; null without a fresh quote'),
}

export const EquityCurve = z.object({
  epoch: z.int().describe('the epoch of these points'),
  opened_at: z.string().describe('when the epoch began, Eastern'),
  opening_balance: z.number().describe('its opening cash in dollars'),
  opening_spy: figure.describe(
    'price of SPY at the opening, in dollars: its mark of that moment, else the newest price known then. Its return ' +
      'beside return_percent counts from here; null where none is known',
  ),
  points: z
    .array(
      z
        .object({
          ...pointFields,
          positions_value: figure.describe('all positions at their marks, in dollars'),
          return_percent: figure.describe('time-weighted return since the opening, in percent; null when equity is'),
        })
        .meta({ id: 'EquityPoint', description: 'The worth of an account at a moment' }),
    )
    .describe('oldest first'),
  reason: z.string().nullable().describe('why there are no points; null when there are'),
})
export type EquityCurve = z.infer<typeof EquityCurve>

export function curveDocument({ epoch, opening, points }: Curve, since: Date): EquityCurve {
  const growth = new Map(growthOf(opening, points).map((point) => [point.at.getTime(), point.growth]))
  const shown = points.filter(({ at }) => at >= since)
  return {
    epoch,
    opened_at: easternExact(opening.at),
    opening_balance: dollarsOf(opening.equityE4),
    opening_spy: dollarsOrNull(opening.spyE4),
    points: shown.map((point) => {
      const grown = growth.get(point.at.getTime())
      return {
        ...pointDocument(point),
        positions_value: dollarsOrNull(point.positionsE4),
        return_percent: point.equityE4 === null || grown === undefined ? null : rounded(100 * (grown - 1)),
      }
    }),
    reason: shown.length > 0 ? null : points.length > 0 ? 'no snapshot lies within these days' : NO_SNAPSHOT,
  }
}

export const NO_SNAPSHOT = 'this epoch has no snapshot: one is taken at each hour of a session and at its close'

type Point = Pick<Curve['points'][number], 'at' | 'kind' | 'equityE4' | 'cashE4' | 'unmarked' | 'spyE4'>

export const pointDocument = (point: Point) => ({
  at: easternExact(point.at),
  kind: point.kind,
  equity: dollarsOrNull(point.equityE4),
  cash: dollarsOf(point.cashE4),
  unmarked: point.unmarked,
  spy: dollarsOrNull(point.spyE4),
})

export const SnapshotDocument = z
  .object({
    ...pointFields,
    epoch: z.int().describe('the epoch of the snapshot'),
    taken_at: z.string().describe('when cash, positions and quotes were read, Eastern'),
    through: z.int().describe('number of the newest ledger entry at that time'),
    positions_value: figure.describe('all positions at their marks, in dollars'),
    positions: z.int().describe('number of positions'),
    marks: z
      .array(
        z.object({
          instrument: z.string().describe('symbol, or OSI contract without padding'),
          quantity: z.int().describe('shares or contracts; below zero when short'),
          mark: figure.describe('mark of one share, or of a contract’s 100 shares, in dollars'),
          value: figure.describe('quantity times mark, in dollars'),
          quoted_at: z.string().nullable().describe('the vendor’s own time of the quote, Eastern'),
          source: z.string().nullable().describe('the provider of the quote'),
          reason: z.string().nullable().describe('why there was no mark'),
        }),
      )
      .describe('the largest 500 positions, by size'),
  })
  .meta({ id: 'AccountSnapshot', description: 'The positions and the worth of an account at a moment' })

export const snapshotDocument = (of: StoredSnapshot): z.infer<typeof SnapshotDocument> => ({
  ...pointDocument(of),
  epoch: of.epoch,
  taken_at: easternExact(of.takenAt),
  through: of.entries,
  positions_value: dollarsOrNull(of.positionsE4),
  positions: of.positions,
  marks: of.marks.map(({ instrument, quantity, mark_e4, value_e4, quoted_at, source, reason }) => ({
    instrument,
    quantity,
    mark: dollarsOrNull(mark_e4),
    value: dollarsOrNull(value_e4),
    quoted_at,
    source,
    reason,
  })),
})

export const FleetCurve = z.object({
  since: z.string().describe('the beginning of the period, Eastern'),
  accounts: z
    .array(
      z.object({
        account_id: z.int().describe('its id'),
        name: z.string().describe('its name'),
        points: z
          .array(z.object({ epoch: z.int().describe('the epoch of the point'), ...pointFields }))
          .describe('oldest first'),
      }),
    )
    .describe('by id; includes deleted accounts with points in the period'),
  points: z.int().describe('number of points of all accounts'),
  truncated: z.boolean().describe('true: the period has more points, and these are the newest'),
})
