import { z } from 'zod'
import { InputReading } from './signals.ts'

/** An observation and its age at the cutoff of the document that cites it. */
export const AgedInput = InputReading.extend({
  age_sessions: z.int().min(0).describe('sessions from the date it is for to the cutoff; 0 for the newest session'),
  age_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe('for a quote, seconds from its instant to the cutoff; null for a daily value'),
}).meta({ id: 'AgedInput', description: 'One observation a reading was computed from, with its age at the cutoff' })
export type AgedInput = z.infer<typeof AgedInput>
