import { z } from 'zod'
import { panelHead } from './panel.ts'

/** A figure states its place if it is known, and the reason if it is missing. */
export const Figure = z
  .object({
    value: z.number().nullable().describe('the figure; null with a reason'),
    unit: z.string().optional().describe('USD, USD/shares or fraction'),
    accession: z.string().optional().describe('accession number of the filing that states it, or its newest part'),
    tag: z.string().optional().describe('tag of the filing under which it stands'),
    filed: z.iso.date().optional().describe('day from which it was known'),
    derived: z.literal(true).optional().describe('present where no filing states it and it was worked out'),
    method: z.string().optional().describe('how it was worked out'),
    reason: z.string().optional().describe('why there is no value'),
  })
  .meta({ id: 'Figure', description: 'A figure of a filing with its place, or the reason why there is none' })

const line = (words: string) => Figure.describe(words)
const flows = {
  revenue: line('revenue'),
  gross_profit: line('gross profit; banks and insurers have none'),
  operating_income: line('operating income'),
  net_income: line('net income of shareholders'),
  eps_diluted: line('diluted earnings a share, adjusted for later splits'),
  operating_cash_flow: line('cash from operations'),
  capex: line('capital expenditure'),
  free_cash_flow: line('cash from operations less capital expenditure'),
}

export const FundamentalsPanel = z
  .object({
    ...panelHead,
    quarters: z
      .array(
        z
          .object({
            end: z.iso.date().describe('last day of the quarter'),
            months: z.literal(3).describe('its length'),
            ...flows,
          })
          .meta({ id: 'FiscalQuarter', description: 'A fiscal quarter' }),
      )
      .describe('fiscal quarters, newest first, at most 12'),
    ttm: z
      .object({ end: z.iso.date().nullable().describe('last day; null without a period'), ...flows })
      .describe('the last twelve months'),
    balance: z
      .object({
        end: z.iso.date().nullable().describe('day of the balance'),
        assets: line('assets'),
        liabilities: line('liabilities'),
        equity: line('equity of shareholders'),
        cash: line('cash and equivalents'),
        debt: line('debt'),
      })
      .describe('the newest balance'),
    margins: z
      .object({
        gross: line('gross profit over revenue'),
        operating: line('operating income over revenue'),
        net: line('net income over revenue'),
        free_cash_flow: line('free cash flow over revenue'),
      })
      .describe('figures of the last twelve months'),
    growth: z
      .object({
        revenue: line('revenue'),
        net_income: line('net income'),
        eps_diluted: line('diluted earnings a share'),
      })
      .describe('the newest quarter against the one a year before'),
    splits: z
      .array(
        z
          .object({
            date: z.iso.date().describe('figures filed before it are in old shares'),
            ratio: z.number().describe('new shares for one old'),
            source: z
              .enum(['filings', 'corporate_action'])
              .optional()
              .describe(
                'filings: a later filing restates figures of an earlier one; corporate_action: the service has ' +
                  'adopted it; absent from older documents',
              ),
          })
          .meta({ id: 'FilingSplit', description: 'A split that figures are adjusted for' }),
      )
      .describe('splits that the figures are adjusted for'),
  })
  .meta({ id: 'CompanyFundamentals', description: 'Figures of a company’s filings as they were known' })
export type FundamentalsPanel = z.infer<typeof FundamentalsPanel>
