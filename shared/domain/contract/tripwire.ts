import { z } from 'zod'
import { InputReading } from './signals.ts'

/** Stored with every state and event; never reused, never renamed. */
export const WIRE_KEYS = [
  'spy_zero_gamma',
  'spy_put_wall',
  'spy_50dma',
  'vix_15',
  'vix_20',
  'vix_30',
  'vix_term_inversion',
  'hy_oas_step',
  'breadth_40',
  'breadth_60',
  'dgs10_step',
] as const
export const WireKey = z.enum(WIRE_KEYS)
export type WireKey = z.infer<typeof WireKey>

/** Where a wire stands. `fired`: it fired, and its condition goes on; `cooldown`: it is over, and the two hours are not. */
export const WIRE_STATES = ['armed', 'triggered', 'fired', 'cooldown'] as const
export const WireStateName = z.enum(WIRE_STATES)
export type WireStateName = z.infer<typeof WireStateName>

/** What a level is a level of. `spy_price` marks a price of SPY (spec 2.13). */
export const LEVEL_KINDS = [
  'spy_price',
  'vix_level',
  'vix_ratio',
  'hy_oas_percent',
  'breadth_percent',
  'yield_percent',
] as const
export const LevelKind = z.enum(LEVEL_KINDS)
export type LevelKind = z.infer<typeof LevelKind>

/** Which way risk moves when the wire is crossed; never a direction of the market. */
export const RISK_DIRECTIONS = ['risk-up', 'risk-down'] as const
export const RiskDirection = z.enum(RISK_DIRECTIONS)
export type RiskDirection = z.infer<typeof RiskDirection>

/** What a wire saw last. */
export const WireReading = z.object({
  value: z.number(),
  level: z.number(),
  rearm: z.number(),
  /** What the observation is for; of several inputs the oldest. */
  observed_at: z.iso.datetime({ offset: true }),
  inputs: z.array(InputReading),
})
export type WireReading = z.infer<typeof WireReading>

/** What a wire remembers between evaluations; everything else follows from its inputs. */
export interface WireMemory {
  rulesVersion: string
  /** The newest minute, or the newest evaluation of a wire on a daily series, that counted. */
  evaluatedThrough: Date | null
  /** What the observation that decided last is for. */
  observedAt: Date | null
  /** Whether the condition stands; null while it was never observed. */
  met: boolean | null
  /** Of the standing condition: the wire and when it was first seen met. */
  episode: string | null
  /** It was seen to become met; at first sight it was met already, and such an episode cannot fire. */
  flipped: boolean
  /** Since when the condition has been seen without a gap. */
  heldSince: Date | null
  /** The last fire, whatever its episode. */
  firedAt: Date | null
  firedEpisode: string | null
  /** Why the newest evaluation saw nothing; null when it did. */
  noData: string | null
  reading: WireReading | null
}

export type WireMemories = Partial<Record<WireKey, WireMemory>>

export const HOLD_MS = 20 * 60_000
export const COOLDOWN_MS = 2 * 3_600_000

/** Until when a wire may not fire again; null for one that never fired. */
export const cooldownUntil = ({ firedAt }: Pick<WireMemory, 'firedAt'>): Date | null =>
  firedAt && new Date(firedAt.getTime() + COOLDOWN_MS)

/** Null for a wire that was never observed. */
export function wireState(memory: WireMemory, at: Date): WireStateName | null {
  if (memory.met === null) return null
  if (memory.met) return memory.firedEpisode === memory.episode ? 'fired' : 'triggered'
  const until = cooldownUntil(memory)
  return until !== null && at < until ? 'cooldown' : 'armed'
}

/** How long the hold of an episode that may still fire has lasted; null where there is none. */
export function heldMs({
  met,
  flipped,
  heldSince,
  episode,
  firedEpisode,
  evaluatedThrough,
}: WireMemory): number | null {
  if (!met || !flipped || heldSince === null || evaluatedThrough === null || episode === firedEpisode) return null
  return Math.min(HOLD_MS, evaluatedThrough.getTime() - heldSince.getTime())
}
