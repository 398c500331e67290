import { z } from 'zod'

/** A source whose newest run failed, and that has not delivered since. */
export const FailingSource = z.object({
  source: z.string().describe('source whose newest run failed'),
  state: z
    .enum(['missing', 'degraded'])
    .describe('degraded: its last good values stand in; missing: none is young enough to stand in'),
  reason: z.string().describe('error of the newest run, or what was not answered'),
  since: z.iso.datetime({ offset: true }).describe('first failed run since the last good one, Eastern offset'),
})
export type FailingSource = z.infer<typeof FailingSource>
