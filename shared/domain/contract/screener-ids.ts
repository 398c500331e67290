import { z } from 'zod'

/** Ids are stored with every episode and contract; they are never reused or renamed. */
export const ARCHETYPE_IDS = [
  'capitulation_reversal',
  'oversold_quality',
  'post_earnings_base',
  'relative_strength_reclaim',
  'parabolic_exhaustion',
  'failed_breakout',
  'breakdown_retest',
  'crowded_complacency',
] as const
export const ArchetypeId = z.enum(ARCHETYPE_IDS)
export type ArchetypeId = z.infer<typeof ArchetypeId>

export const PICK_SIDES = ['long', 'short'] as const
export const PickSide = z.enum(PICK_SIDES)
export type PickSide = z.infer<typeof PickSide>

/** The state of a setup at a run: seen for the first time, seen before, or confirmed. */
const ENGINE_STATES = ['new', 'persisting', 'ripe'] as const
export const EngineState = z.enum(ENGINE_STATES)
export type EngineState = z.infer<typeof EngineState>

export const CHIPS = ['NO-BET', 'PROBATION', 'BETTABLE'] as const
export const Chip = z.enum(CHIPS)
export type Chip = z.infer<typeof Chip>

const GAUNTLET_STATES = ['passed', 'falsified', 'insufficient'] as const
export const GauntletState = z.enum(GAUNTLET_STATES)
export type GauntletState = z.infer<typeof GauntletState>

const DRIFT_STATES = ['stable', 'degraded', 'insufficient'] as const
export const DriftState = z.enum(DRIFT_STATES)
export type DriftState = z.infer<typeof DriftState>

export const EXIT_REASONS = ['horizon', 'price', 'macro', 'delisted'] as const
export const ExitReason = z.enum(EXIT_REASONS)
export type ExitReason = z.infer<typeof ExitReason>

/** The reason why a candidate took no slot at a run. */
export const SUPPRESSIONS = [
  'stale',
  'not_ripe',
  'held',
  'gapped',
  'no_deep_scan',
  'band_unknown',
  'slots_full',
  'insufficient_data',
] as const
export const Suppression = z.enum(SUPPRESSIONS)
export type Suppression = z.infer<typeof Suppression>

/** The macro band: how likely a fall is against its base rate. */
export const RegimeBand = z.enum(['low', 'elevated', 'high'])
export type RegimeBand = z.infer<typeof RegimeBand>
