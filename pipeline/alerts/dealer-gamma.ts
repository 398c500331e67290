import { z } from 'zod'
import { GammaSign } from '../../shared/domain/contract/gamma.ts'
import { dollarBillions, unsigned } from '../../shared/domain/number-words.ts'
import { eastern, easternExact } from '../../shared/time/eastern.ts'
import { easternInWords } from '../../shared/time/eastern-words.ts'
import type { DailyView } from '../inputs/daily-view.ts'
import { gammaView, ownGammaView } from '../inputs/gamma-view.ts'
import { PERCENTILE_SESSIONS } from '../inputs/own-percentile.ts'
import { quoteIsOld } from '../inputs/quote-age.ts'
import { BOUNDARIES } from '../regime/pillar-bands.ts'
import { gammaAt } from '../regime/pillar-rows.ts'
import { type AlertInputs, atOrBelow, defineAlert, type Missing, missing } from './alert.ts'
import { decisiveView, isMissing, observedOf } from './decisive-input.ts'

/** In units of its usual size: the pillar's lines between stressed and strained. */
const RELATIVE = { fire: BOUNDARIES.gamma.stressed, clear: BOUNDARIES.gamma.strained }

export const gexNegative = defineAlert({
  id: 'GEX_NEGATIVE',
  severity: 'warning',
  series: ['gex_own', 'gex_own_sign', 'gex_vendor'],
  sessionsMax: PERCENTILE_SESSIONS,
  intradayOnly: null,
  fires:
    'dealer gamma is zero or negative, by a figure of certain sign: hedging amplifies market moves instead of damping them',
  clears: `it is ${RELATIVE.clear} times its usual size or more, by a figure of certain sign`,
  read(inputs) {
    const view = decisiveView(inputs, gammaView(inputs))
    if (isMissing(view)) return view
    if (view.series === 'gex_own' && !signIsCertain(inputs, view)) {
      return missing('the sign of our own figure is uncertain')
    }
    const gamma = gammaAt(view.points, view.points.length - 1)
    if (!gamma) return missing(`the usual size of ${view.series} is not known yet`)
    return {
      status: 'observed',
      observedAt: observedOf([view]),
      ...atOrBelow(gamma.relative, RELATIVE, 'times its usual size'),
      unit: 'times its usual size',
      statement: `GEX ${dollarBillions(view.latest.value)} per 1 %, ${unsigned(gamma.relative, 2)} times its usual size`,
      firesWhen: 'zero or negative',
      change: null,
      inputs: [view.input],
    }
  },
})

/** The alert rules read today's sign from the snapshot's levels, since they load chains without their analysis. */
function signIsCertain(inputs: AlertInputs, { latest }: DailyView): boolean {
  if (inputs.series.gex_own?.at(-1)?.day === latest.day) return ownGammaView(inputs).isCertain
  const levels = Levels.safeParse(inputs.gammaLevels)
  const sign = levels.data?.sign_without_today ?? levels.data?.sign
  return sign === 'positive' || sign === 'negative'
}

/** A quarter of a percent on either side; a smaller distance is within the noise of the quote. */
const DISTANCE_PERCENT = { fire: -0.25, clear: 0.25 }

/** The fields of the snapshot's block that this kind reads; a chain without the level carries the reason. */
const Levels = z.object({
  status: z.literal('ready'),
  spot: z.number(),
  quoted_at: z.iso.datetime({ offset: true }),
  zero_gamma: z.number().nullable().optional(),
  zero_gamma_reason: z.string().nullable().optional(),
  sign: GammaSign.nullable().optional(),
  sign_without_today: GammaSign.nullable().optional(),
})

function levelsOf({ gammaLevels, cutoff, missing: absent, degraded }: AlertInputs): z.infer<typeof Levels> | Missing {
  if (gammaLevels === null) return missing('levels of the option chain are known only on the day itself')
  if (gammaLevels.status === 'not_ready') return missing(gammaLevels.reason)
  const gap = absent.find(({ source }) => source === 'options')
  if (gap) return missing(`source options did not deliver: ${gap.reason}`)
  if (degraded.includes('options')) return missing('the option chain is the last good one, not a new one')
  const levels = Levels.parse(gammaLevels)
  const quotedAt = new Date(levels.quoted_at)
  return quoteIsOld(quotedAt, cutoff) ? missing(oldChainInWords(quotedAt, cutoff)) : levels
}

/** The first cycle of a session still has the chain of the session before, which is expected and not a failure. */
function oldChainInWords(quotedAt: Date, cutoff: Date): string {
  const of = easternInWords(quotedAt)
  return eastern(quotedAt).day === eastern(cutoff).day
    ? `the option chain of ${of} is stale`
    : `no option chain of this session is known yet, the newest is of ${of}`
}

export const zeroGammaLost = defineAlert({
  id: 'ZERO_GAMMA_LOST',
  severity: 'info',
  series: [],
  sessionsMax: 0,
  intradayOnly: 'the level is read from the option chain of the day; past chains are not kept',
  fires: `SPY is ${-DISTANCE_PERCENT.fire} % or more below the price at which dealer gamma is zero`,
  clears: `SPY is ${DISTANCE_PERCENT.clear} % or more above it`,
  read(inputs) {
    const levels = levelsOf(inputs)
    if (levels.status === 'input_missing') return levels
    const { spot, quoted_at, zero_gamma: level = null } = levels
    if (level === null)
      return missing(levels.zero_gamma_reason ?? 'the chain has no price at which dealer gamma is zero')
    const distance = 100 * (spot / level - 1)
    const crossing = atOrBelow(distance, DISTANCE_PERCENT, '%')
    const quotedAt = new Date(quoted_at)
    return {
      status: 'observed',
      observedAt: quotedAt,
      ...crossing,
      unit: '%',
      statement: `SPY ${spot.toFixed(2)} is ${Math.abs(distance).toFixed(2)} % ${distance < 0 ? 'below' : 'above'} zero gamma at ${level.toFixed(2)}`,
      firesWhen: `${-DISTANCE_PERCENT.fire} % or more below it`,
      clearsWhen: `${DISTANCE_PERCENT.clear} % or more above it`,
      change: null,
      inputs: [
        {
          series: 'spy_chain',
          value: spot,
          for: quoted_at,
          known_at: easternExact(inputs.chain?.knownAt ?? inputs.cutoff),
          source: 'options',
          quality: 'fresh',
        },
      ],
    }
  },
})
