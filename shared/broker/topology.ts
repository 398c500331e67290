import type { Envelope } from '../domain/contract/messages.ts'
import { SOURCES } from '../domain/market/source-id.ts'

/** One queue per stage. Ingest has one stage per source, so that ops can scale a slow vendor alone. */
export const INGEST_STAGES = SOURCES.map((source) => `ingest-${source}` as const)
export const STAGES = [
  ...INGEST_STAGES,
  ...([
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
  ] as const),
] as const
export type StageName = (typeof STAGES)[number]

/**
 * Routing keys that a stage binds to; a stage that is absent has no queue. Every key must have at least one stage: an
 * unroutable message is an error.
 */
export type Bindings = Readonly<Partial<Record<StageName, readonly string[]>>>
export const BINDINGS: Readonly<Record<StageName, readonly string[]>> = {
  'ingest-fred': ['source.requested.fred'],
  'ingest-market': ['source.requested.market'],
  'ingest-options': ['source.requested.options'],
  'ingest-darkpool': ['source.requested.darkpool'],
  'ingest-bars': ['source.requested.bars'],
  'ingest-breadth': ['source.requested.breadth'],
  'ingest-cot': ['source.requested.cot'],
  'ingest-aaii': ['source.requested.aaii'],
  'ingest-fedfunds': ['source.requested.fedfunds'],
  'ingest-minute': ['source.requested.minute'],
  'ingest-news': ['source.requested.news'],
  'ingest-companies': ['source.requested.companies'],
  'ingest-filings': ['source.requested.filings'],
  'ingest-earnings': ['source.requested.earnings'],
  'ingest-estimates': ['source.requested.estimates'],
  'ingest-chains': ['source.requested.chains'],
  'ingest-headlines': ['source.requested.headlines'],
  'ingest-prints': ['source.requested.prints'],
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

/** Their work depends on strangers, who must not stop a simulated market. */
const HOLDING_NO_CLOCK: readonly StageName[] = ['webhooks']

/** Returns whether the clock of a simulated market waits for the messages of a stage. */
export const holdsClock = (stage: StageName): boolean => !HOLDING_NO_CLOCK.includes(stage)

/** The stages for which the clock of a simulated market waits before it leaves the instant of this message. */
export const holdingStages = (envelope: Pick<Envelope, 'type' | 'payload'>): StageName[] =>
  stagesFor(routingKey(envelope)).filter(holdsClock)
