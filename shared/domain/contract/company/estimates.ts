import { z } from 'zod'
import { dollars, figure, instant, panelHead, share } from './panel.ts'

const count = (words: string) => z.int().nullable().describe(`${words}; null where the vendor says none`)

const Estimate = z
  .object({
    fiscal_end: z.string().describe('month in which the period ends, YYYY-MM'),
    eps: dollars('consensus of earnings a share'),
    high: dollars('highest estimate'),
    low: dollars('lowest estimate'),
    analysts: count('estimates'),
    up: count('estimates raised in four weeks'),
    down: count('estimates lowered in four weeks'),
  })
  .meta({ id: 'Estimate', description: 'Consensus of a fiscal period' })

export const EstimatesDay = z
  .object({
    day: z.iso.date().describe('day of the snapshot'),
    known_at: instant('when it was fetched'),
    quarters: z.array(Estimate).describe('fiscal quarters ahead'),
    years: z.array(Estimate).describe('fiscal years ahead'),
    price_target: dollars('mean price target'),
    price_target_low: dollars('lowest price target'),
    price_target_high: dollars('highest price target'),
    buy: count('recommendations to buy'),
    hold: count('recommendations to hold'),
    sell: count('recommendations to sell'),
  })
  .meta({ id: 'EstimatesDay', description: 'Analysts’ estimates as they were on a day' })
export type EstimatesDay = z.infer<typeof EstimatesDay>

export const EstimatesPanel = z
  .object({
    ...panelHead,
    latest: EstimatesDay.nullable().describe('the newest snapshot; null without one'),
    revenue: z.null().describe('no free source has a consensus of revenue'),
    revisions: z
      .object({
        period: z.string().nullable().describe('the fiscal quarter that is compared, YYYY-MM'),
        d7: share('change of its consensus over 7 days'),
        d30: share('change of its consensus over 30 days'),
        d90: share('change of its consensus over 90 days'),
        net_up_share: figure('estimates raised less lowered in four weeks, over all estimates'),
      })
      .describe('how fast the consensus of the next quarter moves'),
    history: z
      .array(EstimatesDay)
      .describe('daily snapshots, newest first, the newest included; figures a share are in the shares of `as_of`'),
    n: z.int().describe('snapshots in `history`'),
  })
  .meta({ id: 'CompanyEstimates', description: 'Analysts’ estimates and how fast they are revised' })
export type EstimatesPanel = z.infer<typeof EstimatesPanel>
