import { z } from 'zod'
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

const common = {
  id: z.union([z.string().min(1).max(200), z.int()]).transform(String),
  /** An instant with its offset, or a bare date, which is that day's close. */
  as_of: z.union([z.iso.date(), z.iso.datetime({ offset: true })]),
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
  underlying: z.string().min(1).max(20),
  profit_direction: z.enum(['up', 'down']),
  horizon: z.int().min(1).max(SESSIONS_MAX),
})

const Claim = z.discriminatedUnion('kind', [RiskBand, Magnitude, Direction, TradeIdea])
export type Claim = z.output<typeof Claim>
export type ClaimOf<K extends Claim['kind']> = Extract<Claim, { kind: K }>

/** The claims of a file with one JSON object a line; the first line that is none is named with what is wrong. */
export function parseClaims(text: string, file: string): Claim[] {
  const seen = new Set<string>()
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const claim = readClaim(line, `${file} line ${index + 1}`)
    if (seen.has(claim.id)) throw new AppError('invalid', `${file} line ${index + 1}: its id stands twice in the file`)
    seen.add(claim.id)
    return [claim]
  })
}

function readClaim(line: string, where: string): Claim {
  if (line.length > CLAIM_CHARS_MAX)
    throw new AppError('invalid', `${where}: longer than ${CLAIM_CHARS_MAX} characters`)
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw new AppError('invalid', `${where}: not a JSON object`)
  }
  const parsed = Claim.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('invalid', `${where}: ${issue!.path.join('.') || 'claim'}: ${issue!.message}`)
}
