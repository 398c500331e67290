import { z } from 'zod'
import { SourceId } from './source-id.ts'

export const SOURCE_RUN_ERROR_CHARS_MAX = 500

/** One attempt of one source, successful or not, as served. */
export const SourceRun = z.object({
  source: SourceId,
  ok: z.union([z.literal(0), z.literal(1)]),
  degraded: z.union([z.literal(0), z.literal(1)]),
  error: z.string().max(SOURCE_RUN_ERROR_CHARS_MAX).nullable(),
  run_at: z.iso.datetime({ offset: true }),
})
export type SourceRun = z.infer<typeof SourceRun>
