import { z } from 'zod'

const COHERENCE_CHECKS = [
  'brokerage_token',
  'snapshot_age_skew',
  'zero_dte_data',
  'source_health_floor',
  'stale_freshness',
  'registry_drift',
  'signal_integrity',
  'database',
] as const

/** Worst first, the order in which rows are served. */
const COHERENCE_SEVERITIES = ['critical', 'warn', 'info'] as const

const Row = z
  .object({
    check: z.enum(COHERENCE_CHECKS).describe('id of the check'),
    subject: z.string().describe('subject of the row, such as a source or a registry'),
    severity: z.enum(COHERENCE_SEVERITIES).describe('critical: act now; warn: look into it; info: as it should be'),
    message: z.string().describe('the finding in a sentence'),
    measured: z.record(z.string(), z.json()).describe('the values that were compared'),
  })
  .meta({ id: 'CoherenceRow', description: 'The finding of a check' })
export type CoherenceRow = z.infer<typeof Row>

export const Coherence = z.object({
  rows: z.array(Row).describe('critical rows, then warn, then info; within each in the order of the checks'),
  summary: z
    .object({
      info: z.int().min(0).describe('rows of severity info'),
      warn: z.int().min(0).describe('rows of severity warn'),
      critical: z.int().min(0).describe('rows of severity critical'),
    })
    .describe('rows by severity'),
  as_of: z.iso.datetime({ offset: true }).nullable().describe('service time of the checks; null while not known'),
  reason: z.string().optional().describe('why nothing could be checked; absent otherwise'),
})
export type Coherence = z.infer<typeof Coherence>

export function coherenceOf(found: readonly CoherenceRow[]): Pick<Coherence, 'rows' | 'summary'> {
  const of = (severity: CoherenceRow['severity']) => found.filter((row) => row.severity === severity)
  const [critical, warn, info] = COHERENCE_SEVERITIES.map(of)
  return {
    rows: [...critical!, ...warn!, ...info!],
    summary: { info: info!.length, warn: warn!.length, critical: critical!.length },
  }
}
