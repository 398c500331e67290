import type { TermsName } from './vendor-facts.ts'

/** What decides which vendors may be asked. */
export interface SourceSetup {
  live: boolean
  /** Of the real vendors; a simulated one has no terms. */
  accepted: readonly TermsName[]
  hasDropDir: boolean
}

/** Why a source is not asked at all. */
export const OFF_REASONS = ['not_configured', 'not_accepted'] as const
export type OffReason = (typeof OFF_REASONS)[number]
