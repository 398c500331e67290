import { z } from 'zod'

const dollars = (words: string) => z.number().describe(`${words}, dollars`)

export const FlowAmount = z
  .object({
    prints: z.int().describe('number of prints'),
    contracts: z.number().describe('contracts traded'),
    premium: dollars('what was paid'),
  })
  .meta({ id: 'FlowAmount', description: 'Prints of one kind' })
export type FlowAmount = z.infer<typeof FlowAmount>

export const FlowPremiumBySide = z
  .object({
    ask: dollars('premium above the middle of the quote of its time: a buyer initiated'),
    bid: dollars('premium below the middle: a seller initiated'),
    mid: dollars('premium at the middle, or split evenly'),
    unknown: dollars('premium of prints without a usable quote'),
  })
  .meta({ id: 'FlowPremiumBySide', description: 'Premium of prints by the side that initiated' })
export type FlowPremiumBySide = z.infer<typeof FlowPremiumBySide>

const pair = { call: FlowPremiumBySide.describe('its calls'), put: FlowPremiumBySide.describe('its puts') }

export const FlowSides = z.object(pair).meta({ id: 'FlowSides', description: 'Premium by type and side' })
export type FlowSides = z.infer<typeof FlowSides>

export const FlowPrints = z
  .object({
    session: z.iso.date().describe('the session of these prints'),
    newest_at: z.iso.datetime({ offset: true }).describe('time of the newest print, Eastern offset'),
    total: FlowAmount.describe('all prints of the session that the vendor reported, from ten thousand dollars each'),
    opening_unknown: FlowAmount.describe('prints not known to have opened or closed a position'),
    zdte_share_premium: z.number().nullable().describe('share of the premium that expires the same day'),
    by_expiration: z
      .array(z.object({ expiration: z.iso.date().describe('last day of the contracts'), ...pair }))
      .describe('nearest first, at most 40'),
    by_strike: z
      .array(z.object({ strike: z.number().describe('in dollars'), ...pair }))
      .describe('ascending; the 40 strikes with the largest premium'),
    strikes_left_out: z.int().describe('strikes with prints that are not in by_strike'),
  })
  .meta({ id: 'FlowPrints', description: 'What single trades of a symbol say of a session' })
export type FlowPrints = z.infer<typeof FlowPrints>
