import { z } from 'zod'
import { dollars, figure, panelHead, share } from './panel.ts'

const spans = (words: string) =>
  z
    .object({
      d1: share(`${words} over 1 session`),
      d5: share(`${words} over 5 sessions`),
      d21: share(`${words} over 21 sessions`),
      d63: share(`${words} over 63 sessions`),
      d252: share(`${words} over 252 sessions`),
    })
    .describe(words)

export const PricePanel = z
  .object({
    ...panelHead,
    day: z.iso.date().nullable().describe('session of the newest close'),
    close: dollars('newest close, adjusted for splits'),
    change: spans('change of the close'),
    relative: spans('change less that of SPY over the same sessions'),
    trend: z
      .enum(['up', 'down', 'mixed'])
      .nullable()
      .describe('up: close above the 50-day average and that above the 200-day one; down: both below; else mixed'),
    sma20: dollars('average of 20 closes'),
    sma50: dollars('average of 50 closes'),
    sma200: dollars('average of 200 closes'),
    atr14: dollars(
      'average true range: the plain mean of 14 sessions (the stops of the screener use Wilder’s, which is smoothed)',
    ),
    atr14_share: share('average true range over the close'),
    realised_volatility_21: share('deviation of 21 daily log changes, a year'),
    high_252: dollars('highest close of 252 sessions'),
    low_252: dollars('lowest close of 252 sessions'),
    from_high: share('distance of the close from the highest, below zero'),
    volume: figure('shares traded in the newest session'),
    volume_average_20: figure('average shares of the 20 sessions before'),
    volume_ratio: figure('the newest over that average'),
    history: z
      .array(
        z
          .object({
            day: z.iso.date().describe('session'),
            close: z.number().describe('close, dollars'),
            volume: z.number().nullable().describe('shares; null where the vendor sent a close alone'),
          })
          .meta({ id: 'PriceDay', description: 'A session' }),
      )
      .describe('the newest 60 sessions, newest first'),
  })
  .meta({ id: 'CompanyPrice', description: 'Trend, range, relative strength and volume of a company’s share' })
export type PricePanel = z.infer<typeof PricePanel>
