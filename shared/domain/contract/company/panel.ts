import { z } from 'zod'

export const COMPANY_RULES = '2026.11-10'

export const instant = (words: string) => z.iso.datetime({ offset: true }).describe(`${words}, Eastern offset`)
export const share = (words: string) => z.number().nullable().describe(`${words}, a fraction; null with a reason`)
export const dollars = (words: string) => z.number().nullable().describe(`${words}, dollars; null with a reason`)
export const figure = (words: string) => z.number().nullable().describe(`${words}; null with a reason`)

export const PanelInput = z
  .object({
    name: z.string().describe('what was read'),
    source: z.string().nullable().describe('the source that brought it; null while there is none'),
    n: z.int().describe('rows that were read'),
    through: z.iso.date().nullable().describe('the day that the newest row is for; null without a row'),
    known_at: z.iso.datetime({ offset: true }).nullable().describe('when the newest row was known, Eastern offset'),
    age_days: z.int().nullable().describe('calendar days from that day to `as_of`; null without a row'),
  })
  .meta({ id: 'PanelInput', description: 'An input of a panel with its age' })
export type PanelInput = z.infer<typeof PanelInput>

/** Every panel of a company begins with these members. */
export const panelHead = {
  ticker: z.string().describe('our spelling of the ticker; class shares with a dot'),
  name: z.string().nullable().describe('name of the company; null until a list or a filing told it'),
  as_of: instant('cutoff: nothing that became known later was read')
    .nullable()
    .describe('cutoff: nothing that became known later was read; null before the panel was computed'),
  rule_version: z.string().describe('version of the rules of the panels'),
  inputs: z.array(PanelInput).describe('what the panel was computed from'),
  reason: z.string().nullable().describe('why the panel as a whole is empty; null if it was computed'),
  reasons: z.record(z.string(), z.string()).describe('by member: why it is null or empty'),
}
export const PanelHead = z.object(panelHead)
export type PanelHead = z.infer<typeof PanelHead>
