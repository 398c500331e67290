import { z } from 'zod'
import { figure, instant, share } from './panel.ts'

export const WatchedCompany = z
  .object({
    ticker: z.string().describe('our spelling of the ticker'),
    name: z.string().nullable().describe('name of the company'),
    is_pinned: z.literal(true).describe('only pinned companies are listed'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('when its panels were computed, Eastern offset'),
    day: z.iso.date().nullable().describe('session of the newest close'),
    close: figure('newest close, dollars'),
    change: share('change of the close in its session'),
    iv30: share('at-the-money volatility at 30 days, a year'),
    iv_rank: share('where it lies between the lowest and the highest of its own year'),
    skew_25_delta: share('25-delta put less 25-delta call'),
    open_interest: figure('open contracts'),
    options_day: z.iso.date().nullable().describe('session of the chain'),
    next_report: z.iso.date().nullable().describe('when it is expected to report'),
    implied_move: share('one standard deviation of the move on the report'),
    reason: z.string().nullable().describe('why figures are null; null if none is'),
  })
  .meta({ id: 'WatchedCompany', description: 'A pinned company' })
export type WatchedCompany = z.infer<typeof WatchedCompany>

export const WatchlistChange = z
  .object({
    ticker: z.string().describe('ticker of the company'),
    kind: z
      .enum(['price', 'iv', 'skew', 'open_interest', 'estimates', 'report', 'filing', 'insiders'])
      .describe('what changed'),
    text: z.string().describe('one sentence'),
    day: z.iso.date().describe('the newer of the two days'),
    day_before: z.iso.date().nullable().describe('the earlier of the two days'),
    value: z.number().nullable().describe('value on the newer day'),
    before: z.number().nullable().describe('value on the earlier day'),
    materiality: z.number().describe('size in units of what is usual for it; the list is ordered by it'),
    ref: z.string().describe('path of the panel'),
  })
  .meta({ id: 'WatchlistChange', description: 'A change of a pinned company from one day to the next' })
export type WatchlistChange = z.infer<typeof WatchlistChange>

/** The row that a company's computation leaves for the watchlist. */
export const WatchRow = z.object({ row: WatchedCompany.omit({ is_pinned: true }), changes: z.array(WatchlistChange) })
export type WatchRow = z.infer<typeof WatchRow>

export const Watchlist = z
  .object({
    as_of: instant('service time of the newest of its panels').nullable(),
    count: z.int().describe('pinned companies'),
    most: z.int().describe('how many can be pinned'),
    companies: z.array(WatchedCompany).describe('pinned companies by ticker'),
    reason: z.string().nullable().describe('why the list is empty; null if it is not'),
  })
  .meta({ id: 'Watchlist', description: 'The pinned companies' })

export const WatchlistChanges = z
  .object({
    as_of: instant('service time of the newest of its panels').nullable(),
    count: z.int().describe('changes in the list'),
    companies: z.int().describe('pinned companies that were compared'),
    changes: z.array(WatchlistChange).describe('most material first'),
    reason: z.string().nullable().describe('why the list is empty; null if it is not'),
  })
  .meta({ id: 'WatchlistChanges', description: 'What changed among the pinned companies' })
