import { z } from 'zod'
import { dollars, figure, instant, panelHead, share } from './panel.ts'

export const OptionsDay = z
  .object({
    day: z.iso.date().describe('session of the chain'),
    known_at: instant('when the chain was fetched'),
    spot: z.number().describe('price of the share with the chain, dollars'),
    iv30: share('at-the-money volatility at 30 calendar days, a year'),
    atm_iv: share('at-the-money volatility of the nearest expiration that is a week away or more, a year'),
    iv_rank: share('where iv30 lies between the lowest and the highest of its own sessions'),
    iv_percentile: share('share of its own sessions with a lower iv30'),
    iv_have: z.int().describe('own sessions with an iv30, this one included'),
    iv_need: z.int().describe('sessions that rank and percentile need'),
    skew_25_delta: share('volatility of the 25-delta put less that of the 25-delta call, at 30 days'),
    term_slope: share('at-the-money volatility of the furthest expiration from 30 to 125 days less iv30'),
    term_structure: z
      .array(
        z
          .object({
            expiration: z.iso.date().describe('last day of the contracts'),
            days: z.number().describe('calendar days to it'),
            atm_iv: share('at-the-money volatility, a year'),
            straddle: dollars('mid of call and put at the forward'),
            implied_move: dollars(
              'straddle over 0.8: one standard deviation until then; in the last days more than that where its strike lies off the forward',
            ),
          })
          .meta({ id: 'OptionsExpiration', description: 'An expiration of a chain' }),
      )
      .describe('expirations, nearest first'),
    implied_move: dollars('one standard deviation until the nearest expiration that is a week away or more'),
    next_report: z
      .object({
        day: z.iso.date().describe('when the calendar expected it'),
        implied_move: share('one standard deviation of the move on the report'),
        level_without: share('volatility without the report, a year'),
        reason: z.string().nullable().describe('why the move is null'),
      })
      .nullable()
      .describe('what options imply of the next report; null when none was expected'),
    open_interest: z.number().describe('open contracts'),
    open_interest_change: figure('change since the session before of open contracts that had not expired'),
    open_interest_expired: figure(
      'open contracts of the session before that have expired since, in contracts of this session',
    ).optional(),
    open_interest_velocity: share('average such change of 5 sessions, as a fraction of the open contracts before'),
    volume: z.number().describe('contracts traded'),
    put_call_volume: figure('puts traded over calls traded'),
    put_call_open_interest: figure('open puts over open calls'),
  })
  .meta({ id: 'OptionsDay', description: 'The option chain of a company at the close of a session' })
export type OptionsDay = z.infer<typeof OptionsDay>

export const OptionsPanel = z
  .object({
    ...panelHead,
    latest: OptionsDay.nullable().describe('the newest session; null without one'),
    history: z.array(OptionsDay).describe('sessions, newest first, the newest included'),
    n: z.int().describe('sessions in `history`'),
  })
  .meta({ id: 'CompanyOptions', description: 'Implied volatility, moves and open interest of a company’s options' })
export type OptionsPanel = z.infer<typeof OptionsPanel>
