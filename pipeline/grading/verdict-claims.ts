import { DIRECTION_HORIZONS, type DirectionHorizon, type GradableClaim, type Label, type SizeClass } from './claim.ts'

/** The claims of a verdict that can be graded. */
export interface VerdictFigures {
  asOf: Date
  rate: number | null
  sizeClass: SizeClass | null
  pSmall: number | null
  pNormal: number | null
  pBig: number | null
  direction: Record<DirectionHorizon, { label: Label; confidence: number }> | null
  ideaUnderlying: string | null
  ideaDirection: 'up' | 'down' | null
  ideaHorizon: number | null
}

/** The claims of a verdict; a figure that it does not state gives no claim. */
export function verdictClaims(verdict: VerdictFigures): GradableClaim[] {
  const as_of = verdict.asOf.toISOString()
  const { rate, sizeClass, pSmall, pNormal, pBig, direction } = verdict
  const claims: GradableClaim[] = []
  if (rate !== null) claims.push({ kind: 'risk_band', as_of, rate })
  if (sizeClass !== null && pSmall !== null && pNormal !== null && pBig !== null)
    claims.push({ kind: 'magnitude', as_of, class: sizeClass, p_small: pSmall, p_normal: pNormal, p_big: pBig })
  if (direction !== null)
    for (const horizon of Object.keys(DIRECTION_HORIZONS) as DirectionHorizon[])
      claims.push({ kind: 'direction', as_of, horizon, ...direction[horizon] })
  const { ideaUnderlying: underlying, ideaDirection: profit_direction, ideaHorizon: horizon } = verdict
  if (underlying !== null && profit_direction !== null && horizon !== null)
    claims.push({ kind: 'trade_idea', as_of, underlying, profit_direction, horizon })
  return claims
}
