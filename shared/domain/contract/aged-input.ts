import { z } from 'zod'
import { InputReading } from './signals.ts'

/** An observation with how old it was when the document was made. */
export const AgedInput = InputReading.extend({
  age_sessions: z.int().min(0).describe('sessions from the date it is for to the cutoff; 0: of the newest session'),
  age_seconds: z
    .int()
    .min(0)
    .nullable()
    .describe('of a quote: seconds from its instant to the cutoff; null for a date'),
}).meta({ id: 'AgedInput', description: 'One observation a reading was computed from, with its age at the cutoff' })
export type AgedInput = z.infer<typeof AgedInput>
