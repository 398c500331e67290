import type { Envelope } from '../domain/contract/messages.ts'
import { SOURCES } from '../domain/market/source-id.ts'

/** Ingest has one stage per source, so that ops can scale a slow vendor alone. */
export const INGEST_STAGES = SOURCES.map((source) => `ingest-${source}` as const)
export const COMPUTE_STAGES = [
  'signals',
  'report',
  'alerts',
  'risk',
  'tripwires',
  'ai1',
  'ai2',
  'grading',
  'portfolio',
  'settlement',
  'webhooks',
  'company',
  'screener',
  'house',
] as const
export type ComputeStage = (typeof COMPUTE_STAGES)[number]

/** Every stage has one queue. */
export const STAGES = [...INGEST_STAGES, ...COMPUTE_STAGES] as const
export type StageName = (typeof STAGES)[number]

/**
 * Routing keys that a stage binds to; a stage that is absent has no queue. Every key must have at least one stage: an
 * unroutable message is an error.
 */
export type Bindings = Readonly<Partial<Record<StageName, readonly string[]>>>

const ingestBindings = Object.fromEntries(
  SOURCES.map((source) => [`ingest-${source}`, [`source.requested.${source}`]]),
) as Record<(typeof INGEST_STAGES)[number], string[]>

export const BINDINGS: Readonly<Record<StageName, readonly string[]>> = {
  ...ingestBindings,
  signals: ['cycle.ready', 'day.due'],
  report: ['signals.computed'],
  alerts: ['signals.computed', 'day.computed', 'history.filled'],
  risk: ['day.computed', 'evening.due'],
  tripwires: ['minute.collected', 'signals.computed'],
  ai1: ['ai1.due'],
  ai2: ['ai2.due'],
  grading: ['day.computed', 'verdicts.filled'],
  portfolio: ['portfolio.due'],
  settlement: [
    'settlement.due',
    'expiry.due',
    'liquidation.due',
    'maintenance.due',
    'corporate-action.due',
    'borrow-fee.due',
  ],
  webhooks: ['webhook.due'],
  screener: ['screener.due', 'screener.batch', 'screener.scanned', 'screener.entries'],
  house: ['house.due', 'house.order'],
  company: ['company.due', 'day.computed', 'history.filled'],
}

export function routingKey(envelope: Pick<Envelope, 'type' | 'payload'>): string {
  return envelope.type === 'source.requested' ? `source.requested.${String(envelope.payload.source)}` : envelope.type
}

export const stagesFor = (key: string, bindings: Bindings = BINDINGS): StageName[] =>
  STAGES.filter((stage) => bindings[stage]?.includes(key))

export const boundStages = (bindings: Bindings): StageName[] => STAGES.filter((stage) => bindings[stage] !== undefined)

/** Their work depends on external systems, which must not stop a simulated market. */
const HOLDING_NO_CLOCK: readonly StageName[] = ['webhooks']

/** Returns whether the clock of a simulated market waits for the messages of a stage. */
export const holdsClock = (stage: StageName): boolean => !HOLDING_NO_CLOCK.includes(stage)

/** The stages for which the clock of a simulated market waits before it leaves the instant of this message. */
export const holdingStages = (envelope: Pick<Envelope, 'type' | 'payload'>): StageName[] =>
  stagesFor(routingKey(envelope)).filter(holdsClock)
