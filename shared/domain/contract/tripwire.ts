import { z } from 'zod'
import { InputReading } from './signals.ts'

/** Keys are stored with every state and event; they are never reused or renamed. */
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

/** `fired`: it fired and its condition still holds; `cooldown`: the condition ended, the two hours after it did not. */
const WIRE_STATES = ['armed', 'triggered', 'fired', 'cooldown'] as const
export const WireStateName = z.enum(WIRE_STATES)
export type WireStateName = z.infer<typeof WireStateName>

/** The quantity that a level measures; `spy_price` is a price of SPY in dollars. */
const LEVEL_KINDS = [
  'spy_price',
  'vix_level',
  'vix_ratio',
  'hy_oas_percent',
  'breadth_percent',
  'yield_percent',
] as const
export const LevelKind = z.enum(LEVEL_KINDS)
export type LevelKind = z.infer<typeof LevelKind>

/** The change of risk when the wire is crossed, which is not a direction of the market. */
const RISK_DIRECTIONS = ['risk-up', 'risk-down'] as const
export const RiskDirection = z.enum(RISK_DIRECTIONS)
export type RiskDirection = z.infer<typeof RiskDirection>

/** The last observation of a wire. */
export const WireReading = z.object({
  value: z.number(),
  level: z.number(),
  rearm: z.number(),
  /** Instant of the observation; the oldest if there are several inputs. */
  observed_at: z.iso.datetime({ offset: true }),
  inputs: z.array(InputReading),
})
export type WireReading = z.infer<typeof WireReading>

/** The state a wire keeps between evaluations; everything else follows from its inputs. */
export interface WireMemory {
  rulesVersion: string
  /** The newest minute that counted, or the newest evaluation for a wire on a daily series. */
  evaluatedThrough: Date | null
  /** Instant of the last observation that decided. */
  observedAt: Date | null
  /** True if the condition holds; null if it was never observed. */
  met: boolean | null
  /** Id of the current episode: the wire and the instant its condition was first seen to hold. */
  episode: string | null
  /** True if the condition was seen to begin. If it already held at the first observation, the episode cannot fire. */
  flipped: boolean
  /** Since when the condition has held without a gap. */
  heldSince: Date | null
  /** The last fire of any episode. */
  firedAt: Date | null
  firedEpisode: string | null
  /** The reason why the newest evaluation had no observation; null if it had one. */
  noData: string | null
  reading: WireReading | null
}

export type WireMemories = Partial<Record<WireKey, WireMemory>>

export const HOLD_MS = 20 * 60_000
export const COOLDOWN_MS = 2 * 3_600_000

/** The end of the cooldown; null if the wire never fired. */
export const cooldownUntil = ({ firedAt }: Pick<WireMemory, 'firedAt'>): Date | null =>
  firedAt && new Date(firedAt.getTime() + COOLDOWN_MS)

/** Null if the wire was never observed. */
export function wireState(memory: WireMemory, at: Date): WireStateName | null {
  if (memory.met === null) return null
  if (memory.met) return memory.firedEpisode === memory.episode ? 'fired' : 'triggered'
  const until = cooldownUntil(memory)
  return until !== null && at < until ? 'cooldown' : 'armed'
}

/** Returns how long the condition of an episode that may still fire has held; null if there is no such episode. */
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
