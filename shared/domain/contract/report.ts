import { z } from 'zod'

export const REPORT_FILENAME = /^report-\d{8}-\d{6}\.md$/
const WEEK_ID = /^\d{4}-W\d{2}$/

/** A report as served; its times are Eastern wall time without offset, which is part of the contract. */
export const Report = z.object({
  filename: z
    .string()
    .regex(REPORT_FILENAME)
    .describe('report-<YYYYMMDD>-<HHMMSS>.md: Eastern wall time of its slot, or of its writing if it replaces another'),
  date: z.iso.date().describe('Eastern date of its name'),
  time: z
    .string()
    .regex(/^\d{2}:\d{2}:\d{2}$/)
    .describe('Eastern wall time of its name, HH:MM:SS'),
  timestamp: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
    .describe('date and time, Eastern wall time without offset'),
  week: z.string().regex(WEEK_ID).describe('ISO week of the date, <YYYY>-W<WW>'),
  content: z.string().describe('the report, Markdown'),
  replaces: z
    .string()
    .regex(REPORT_FILENAME)
    .optional()
    .describe(
      'report of the same cycle that this one corrects, with more history or a repaired stage; absent otherwise',
    ),
})
export type Report = z.infer<typeof Report>
