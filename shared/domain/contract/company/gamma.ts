import { z } from 'zod'
import { GammaSign, StrikeGamma } from '../gamma.ts'
import { dollars, figure, panelHead, share } from './panel.ts'

export const GammaPanel = z
  .object({
    ...panelHead,
    day: z.iso.date().nullable().describe('session of the chain; null without one'),
    spot: dollars('price of the share with the chain'),
    net_gamma_usd_per_pct: dollars('net exposure of dealers for a move of 1 %'),
    sign: GammaSign.nullable().describe('sign of that exposure as far as it can be trusted'),
    call_wall: dollars('strike with the largest positive exposure'),
    put_wall: dollars('strike with the largest negative exposure'),
    zero_gamma: dollars('price at which the exposure is zero'),
    max_pain: dollars('strike at which open contracts would pay holders least'),
    expected_move_next_session: dollars('one standard deviation of the next session'),
    contracts: figure('contracts with open interest and a volatility'),
    convention: z.string().nullable().describe('sign convention and formula'),
    profile: z
      .array(StrikeGamma)
      .describe('exposure by strike within 20 % of the price, ascending; walls and max pain are over all strikes'),
    strikes_beyond_exposure: z
      .number()
      .nullable()
      .optional()
      .describe(
        'net exposure of all strikes further away, dollars per 1 % move; null with a reason; absent in panels of earlier versions',
      ),
    by_expiration: z
      .array(
        z
          .object({
            expiration: z.iso.date().describe('last day of the contracts'),
            exposure: z.number().describe('net exposure, dollars for a move of 1 %'),
            share: share('part of the gross exposure'),
            max_pain: dollars('its own max pain'),
            open_interest: z.number().describe('open contracts'),
          })
          .meta({ id: 'CompanyExpirationGamma', description: 'Exposure of one expiration' }),
      )
      .describe('live expirations, nearest first'),
  })
  .meta({ id: 'CompanyGamma', description: 'Where dealers’ hedging of a company’s options changes' })
export type GammaPanel = z.infer<typeof GammaPanel>
