import type { StageName } from './topology.ts'

/** Cycles wait for these stages, so a message should not wait here for more than moments. */
const IN_A_CYCLE = 10
/** Batches whose readers come minutes or hours later. */
const IN_BACKGROUND = 120

const OWN: Partial<Record<StageName, number>> = {
  'ingest-companies': IN_BACKGROUND,
  'ingest-filings': IN_BACKGROUND,
  'ingest-earnings': IN_BACKGROUND,
  'ingest-estimates': IN_BACKGROUND,
  'ingest-chains': IN_BACKGROUND,
  'ingest-headlines': IN_BACKGROUND,
  'ingest-prints': IN_BACKGROUND,
  'ingest-bars': IN_BACKGROUND,
  'ingest-breadth': IN_BACKGROUND,
  risk: IN_BACKGROUND,
  grading: IN_BACKGROUND,
  company: IN_BACKGROUND,
  screener: 60,
  ai1: 60,
  ai2: 60,
  portfolio: 60,
}

/** How long the oldest message of a stage may wait before an autoscaler should add workers. */
export const targetAgeSeconds = (stage: StageName): number => OWN[stage] ?? IN_A_CYCLE
