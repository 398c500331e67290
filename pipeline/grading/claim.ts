import { z } from 'zod'
import { counted } from '../../shared/domain/number-words.ts'
import { AppError } from '../../shared/errors.ts'

export const LABELS = ['up', 'down', 'sideways'] as const
export type Label = (typeof LABELS)[number]
export const CLASSES = ['small', 'normal', 'big'] as const
export type SizeClass = (typeof CLASSES)[number]
export const DIRECTION_HORIZONS = { '1d': 1, '3d': 3, '5d': 5 } as const
export type DirectionHorizon = keyof typeof DIRECTION_HORIZONS

const share = z.number().min(0).max(1)
const SUM_TOLERANCE = 0.01
const SESSIONS_MAX = 252
const CLAIM_CHARS_MAX = 20_000

/** The years of the exchange calendar, a day less at each end. */
const [YEAR_MIN, YEAR_MAX] = [1951, 2148]
const inCalendar = (text: string) => Number(text.slice(0, 4)) >= YEAR_MIN && Number(text.slice(0, 4)) <= YEAR_MAX

const common = {
  id: z.union([z.string().min(1).max(200), z.int()]).transform(String),
  /** An instant with its offset, or a bare date, which is that day's close. */
  as_of: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: 'must be a date, YYYY-MM-DD, or an instant with its offset',
    })
    .refine(inCalendar, `must lie in ${YEAR_MIN} to ${YEAR_MAX}`),
}

const RiskBand = z.object({
  ...common,
  kind: z.literal('risk_band'),
  band: z.enum(['low', 'elevated', 'high']),
  rate: share,
})
const Magnitude = z
  .object({
    ...common,
    kind: z.literal('magnitude'),
    class: z.enum(CLASSES),
    p_small: share,
    p_normal: share,
    p_big: share,
  })
  .refine((claim) => Math.abs(claim.p_small + claim.p_normal + claim.p_big - 1) <= SUM_TOLERANCE, {
    message: 'must sum to 1 with p_normal and p_big',
    path: ['p_small'],
  })
const Direction = z.object({
  ...common,
  kind: z.literal('direction'),
  horizon: z.enum(['1d', '3d', '5d']),
  label: z.enum(LABELS),
  confidence: z.int().min(1).max(5),
})
const TradeIdea = z.object({
  ...common,
  kind: z.literal('trade_idea'),
  underlying: z
    .string()
    .min(1)
    .max(20)
    .transform((symbol) => symbol.toUpperCase()),
  profit_direction: z.enum(['up', 'down']),
  horizon: z.int().min(1).max(SESSIONS_MAX),
})

const Claim = z.discriminatedUnion('kind', [RiskBand, Magnitude, Direction, TradeIdea])
export type Claim = z.output<typeof Claim>

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never
/** The graders read this of a claim. */
export type GradableClaim = Without<Claim, 'id' | 'band'>
export type GradableOf<K extends Claim['kind']> = Extract<GradableClaim, { kind: K }>

const NAMED_MAX = 10

/** The claims of a file with one JSON object a line; lines that are none are named, each with what is wrong. */
export function parseClaims(text: string, file: string): Claim[] {
  const seen = new Set<string>()
  const wrong: string[] = []
  const claims = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const claim = readClaim(line)
      if (typeof claim !== 'string' && !seen.has(keyOf(claim))) {
        seen.add(keyOf(claim))
        return [claim]
      }
      wrong.push(`${file} line ${index + 1}: ${typeof claim === 'string' ? claim : 'its id stands twice for its kind'}`)
      return []
    })
  if (wrong.length === 0) return claims
  const more = wrong.length > NAMED_MAX ? `\n… and ${counted(wrong.length - NAMED_MAX, 'more line')}` : ''
  throw new AppError('invalid', wrong.slice(0, NAMED_MAX).join('\n') + more)
}

/** One verdict may state claims of several kinds, and directions over several horizons, under its id. */
const keyOf = (claim: Claim): string => `${claim.kind} ${claim.kind === 'direction' ? claim.horizon : ''} ${claim.id}`

/** A claim, or what is wrong with its line. */
function readClaim(line: string): Claim | string {
  if (line.length > CLAIM_CHARS_MAX) return `longer than ${CLAIM_CHARS_MAX} characters`
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'not a JSON object'
  }
  const parsed = Claim.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return `${issue!.path.join('.') || 'claim'}: ${issue!.message}`
}
