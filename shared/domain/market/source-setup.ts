import type { TermsName } from './vendor-facts.ts'

/** Settings that decide which vendors may receive requests. */
export interface SourceSetup {
  live: boolean
  /** Accepted terms of real vendors; simulated vendors have none. */
  accepted: readonly TermsName[]
  hasDropDir: boolean
  /** A vendor of option prints is configured. */
  hasPrints?: boolean
}

/** The reason why a source is switched off. */
export const OFF_REASONS = ['not_configured', 'not_accepted'] as const
export type OffReason = (typeof OFF_REASONS)[number]
