import { z } from 'zod'
import { dollars, figure, panelHead, share } from './panel.ts'

const time = z
  .enum(['before_open', 'after_close'])
  .nullable()
  .describe('when on that day, by the calendar or by the acceptance of the 8-K; null if neither says')

export const EarningsPanel = z
  .object({
    ...panelHead,
    next: z
      .object({
        day: z.iso.date().describe('day of the next report'),
        time,
        sure: z
          .enum(['with_time', 'listed', 'projected'])
          .describe(
            'with_time: the calendar names day and hour; listed: the day alone; projected: from past intervals',
          ),
        moved: z.int().describe('how often the calendar moved the day'),
        days_ahead: z.int().describe('calendar days from `as_of`'),
        fiscal_month: z.string().nullable().describe('month in which the fiscal quarter ends'),
        eps_forecast: dollars(
          'consensus of earnings a share: that of the calendar or of the estimates, whichever was known later',
        ),
        eps_forecast_source: z
          .enum(['calendar', 'estimates'])
          .nullable()
          .optional()
          .describe('which of the two it is; null without a consensus, absent from older documents'),
        eps_forecast_day: z.iso
          .date()
          .nullable()
          .optional()
          .describe(
            'day of the snapshot of estimates, or day on which the calendar’s entry was last new; null without a ' +
              'consensus, absent from older documents',
          ),
        analysts: figure('number of estimates in the consensus'),
        implied_move: share('one standard deviation of the move that options imply for it'),
      })
      .nullable()
      .describe('the next report; null when none is known'),
    history: z
      .array(
        z
          .object({
            day: z.iso.date().describe('day of the report'),
            time,
            fiscal_month: z.string().describe('month in which the fiscal quarter ended'),
            eps: dollars('earnings a share as reported, in the shares of `as_of`'),
            eps_forecast: dollars('consensus before'),
            surprise: share('reported less expected, over the size of the expected'),
            move: share('close before to close after the report'),
            implied_move: share('one standard deviation that options implied on the session before'),
            move_in_deviations: figure('move over implied move'),
          })
          .meta({ id: 'PastReport', description: 'A report and what the share did' }),
      )
      .describe('past reports, newest first'),
    n: z.int().describe('past reports'),
    beats: z.int().describe('reports above the consensus'),
    compared: z.int().describe('reports with both figures'),
    average_absolute_move: share('average size of the move'),
  })
  .meta({
    id: 'CompanyEarnings',
    description: 'When a company reports, its surprises and the moves against implied ones',
  })
export type EarningsPanel = z.infer<typeof EarningsPanel>

/** The words for how the day of the next report is known. */
export const SURE_WORDS: Readonly<Record<NonNullable<EarningsPanel['next']>['sure'], string>> = {
  with_time: 'in the calendar, with its hour',
  listed: 'in the calendar, without an hour',
  projected: 'projected from past intervals',
}
