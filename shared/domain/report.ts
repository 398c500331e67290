import { z } from 'zod'

export const REPORT_FILENAME = /^report-\d{8}-\d{6}\.md$/
export const WEEK_ID = /^\d{4}-W\d{2}$/

/** Spec 2.1; times are Eastern wall time without offset, as the contract says. */
export const Report = z.object({
  filename: z.string().regex(REPORT_FILENAME),
  date: z.iso.date(),
  time: z.string().regex(/^\d{2}:\d{2}:\d{2}$/),
  timestamp: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/),
  week: z.string().regex(WEEK_ID),
  content: z.string(),
})
export type Report = z.infer<typeof Report>
