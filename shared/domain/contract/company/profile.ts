import { z } from 'zod'
import { panelHead } from './panel.ts'

export const NotableLine = z
  .object({
    text: z.string().describe('one sentence'),
    panel: z.string().describe('path of the panel that it comes from'),
    ref: z.string().describe('what the line is based on: an accession number, a session or a day'),
    materiality: z.number().describe('how far from ordinary; lines are ordered by it'),
  })
  .meta({ id: 'NotableLine', description: 'Something notable about a company' })
export type NotableLine = z.infer<typeof NotableLine>

export const ProfilePanel = z
  .object({
    ...panelHead,
    sector: z.string().nullable().describe('GICS sector; null for a company outside the index'),
    industry: z.string().nullable().describe('industry by the SEC'),
    exchange: z.string().nullable().describe('exchange by the SEC'),
    cik: z.int().nullable().describe('its number at the SEC'),
    fiscal_year_end: z.string().nullable().describe('month and day of the end of its fiscal year'),
    is_member: z.boolean().describe('whether the list of members brought it'),
    is_pinned: z.boolean().describe('whether its options are watched'),
    close: z.number().nullable().describe('newest close, dollars'),
    change: z.number().nullable().describe('change of the close in its session, a fraction'),
    market_value: z
      .number()
      .nullable()
      .describe(
        'newest close times the shares on the cover of the newest filing (its average diluted shares where it has ' +
          'none or those of one class), which adopted splits since the filing multiply, dollars; null while such a ' +
          'split is announced and not decided',
      ),
    next_report: z.iso.date().nullable().describe('when it is expected to report'),
    notable: z.array(NotableLine).describe('what is notable today, most material first, at most five'),
    panels: z.array(z.string()).describe('paths of its panels'),
  })
  .meta({ id: 'CompanyProfile', description: 'Who a company is and what is notable about it today' })
export type ProfilePanel = z.infer<typeof ProfilePanel>
