import { z } from 'zod'
import { figure, panelHead, share } from './panel.ts'

const Total = z
  .object({
    transactions: z.int().describe('rows of forms'),
    owners: z.int().describe('different owners'),
    shares: z.number().describe('shares'),
    value: z.number().nullable().describe('dollars of the rows with a price; null if none has one'),
    without_price: z.int().describe('rows without a price, which `value` leaves out'),
  })
  .meta({ id: 'InsiderTotal', description: 'Trades of insiders, added up' })

export const InsiderTrade = z
  .object({
    date: z.iso.date().nullable().describe('day of the trade'),
    filed: z.iso.date().describe('day of the form'),
    accession: z.string().describe('accession number of the form'),
    form: z.string().describe('form type'),
    owner: z.string().describe('name of the owner; joint owners share one row'),
    role: z.string().describe('what they are to the company'),
    code: z.string().nullable().describe('transaction code'),
    meaning: z.string().nullable().describe('its meaning'),
    acquired: z.boolean().nullable().describe('acquired or disposed of'),
    derivative: z.boolean().describe('a row of the derivative table'),
    shares: figure('shares'),
    price: figure('dollars a share'),
    value: figure('dollars'),
    owned_after: figure('shares owned afterwards'),
    ownership: z.enum(['direct', 'indirect']).nullable().describe('how they are held'),
    open_market: z.boolean().describe('a purchase or sale in the market'),
    plan_10b5_1: z.boolean().describe('under a plan made before'),
    reason: z.string().nullable().describe('why price or value is null'),
  })
  .meta({ id: 'InsiderTrade', description: 'A row of an ownership form' })
export type InsiderTrade = z.infer<typeof InsiderTrade>

export const OwnershipPanel = z
  .object({
    ...panelHead,
    days: z.int().describe('days of trades that are added up'),
    open_market: z
      .object({
        bought: Total.describe('purchases in the market'),
        sold: Total.describe('sales in the market, outside plans'),
        sold_by_plan: Total.describe('sales under a 10b5-1 plan'),
        net_value: figure('dollars bought less sold outside plans'),
      })
      .describe('trades that insiders chose to make, apart from grants'),
    by_code: z.record(z.string(), Total).describe('all rows by transaction code'),
    transactions: z.array(InsiderTrade).describe('newest first, at most 40'),
    n: z.int().describe('forms in force that were read'),
    short_volume: z
      .object({
        day: z.iso.date().nullable().describe('session of the file'),
        share: share('short sales over all off-exchange volume'),
        average_20: share('average of the 20 sessions before'),
        percentile: share('share of its own sessions with a lower value'),
        n: z.int().describe('own sessions'),
      })
      .describe('short-sale volume by FINRA’s file; mostly market makers’, so only its own history says anything'),
    short_interest: z.null().describe('no free file has it by name'),
    institutions: z.null().describe('13F filings are not read'),
  })
  .meta({ id: 'CompanyOwnership', description: 'What insiders did, and how much of the volume was sold short' })
export type OwnershipPanel = z.infer<typeof OwnershipPanel>
