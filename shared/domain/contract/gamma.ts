import { z } from 'zod'

export const GAMMA_SCHEMA_VERSION = '2026.11'
/**
 * 1 used the vendor's volatility without carry; 2 uses our own, with the forward that each expiration implies; 3 counts
 * moves in sessions, not in calendar time, and states how far the sign can be trusted; 4 leaves contracts out that have
 * ended when a closing chain is first served.
 */
export const GAMMA_METHOD = '4'
export const GAMMA_CONVENTION = 'calls positive, puts negative; gamma x open interest x 100 x spot^2 x 0.01'

const usd = z.number()
const strike = z.number().nullable()

export const StrikeGamma = z
  .object({
    strike: z.number().describe('dollars'),
    exposure: usd.describe('net exposure of the strike, dollars per 1 % move'),
    calls: usd.describe('exposure of its calls, positive'),
    puts: usd.describe('exposure of its puts, negative'),
    call_open_interest: z.number().describe('open contracts that were used'),
    put_open_interest: z.number().describe('open contracts that were used'),
  })
  .meta({ id: 'StrikeGamma', description: 'Exposure of one strike over all expirations' })
export type StrikeGamma = z.infer<typeof StrikeGamma>

export const ExpirationGamma = z
  .object({
    expiration: z.iso.date().describe('last day of the contracts'),
    settlement: z.enum(['am', 'pm']).describe('am: settles at the open of that day; pm: at its close'),
    minutes_left: z.int().describe('calendar minutes from the quotes to settlement; a year has 525,600'),
    forward: z.number().describe('forward price of the underlying, dollars'),
    forward_from: z
      .enum(['parity', 'assumed_yield'])
      .describe('parity: from put-call parity near the money; assumed_yield: from an assumed dividend yield'),
    exposure: usd.describe('net exposure, dollars per 1 % move'),
    share: z.number().nullable().describe('fraction of the gross exposure of all expirations'),
    open_interest: z.number().describe('open contracts, with or without an implied volatility'),
    max_pain: strike.describe(
      'strike at which open contracts would pay their holders the least; null without open interest',
    ),
    atm_iv: z.number().nullable().describe('implied volatility at the forward, a fraction a year'),
    straddle: usd.nullable().describe('mid price of call and put nearest the forward, dollars'),
  })
  .meta({ id: 'ExpirationGamma', description: 'One expiration of the chain' })
export type ExpirationGamma = z.infer<typeof ExpirationGamma>

/** The nearest expiration, which drives what dealers must hedge today. */
export const FrontExpiry = z
  .object({
    expiration: ExpirationGamma.describe('the nearest live expiration'),
    is_zero_dte: z.boolean().describe('true if it expires on the day of as_of'),
    call_wall: strike.describe('strike with its largest positive net exposure'),
    put_wall: strike.describe('strike with its largest negative net exposure'),
    strikes: z.array(StrikeGamma).describe('its exposure by strike within 20 % of spot, ascending'),
  })
  .meta({ id: 'FrontExpiry', description: 'The nearest expiration of the chain, by strike' })
export type FrontExpiry = z.infer<typeof FrontExpiry>

export const ExpectedMove = z
  .object({
    front_expiration: z.iso.date().nullable().describe('nearest expiration with a quoted straddle'),
    straddle: usd
      .nullable()
      .describe('mid price of its at-the-money straddle: the move until then that options price in, dollars'),
    iv: z
      .number()
      .nullable()
      .describe('at-the-money implied volatility of the expiration that next_session comes from, a fraction'),
    iv_expiration: z.iso.date().nullable().describe('the expiration that iv is from'),
    next_session: usd
      .nullable()
      .describe('one standard deviation of the next session, close to close, dollars; before the open, that of today'),
    next_session_day: z.iso.date().nullable().describe('the day of that session; null without a chain'),
    // Optional, because documents of an earlier version lack it.
    next_session_forward: usd
      .nullable()
      .optional()
      .describe(
        'the middle of the band of that session: the price at its close that put-call parity of the expiration then ' +
          'implies, which is lower than spot by a dividend before it; null without such an expiration or its quotes',
      ),
    rest_of_day: usd
      .nullable()
      .describe('one standard deviation from as_of to the close, dollars; null while the market is closed'),
    // Optional, because documents of an earlier version lack it.
    rest_of_day_reason: z.string().nullable().optional().describe('why there is no rest_of_day; null while there is'),
    basis: z
      .enum(['expiry', 'scaled'])
      .nullable()
      .describe(
        'expiry: from the variance until the expiry at the close of that session; scaled: no such expiry is listed, ' +
          'so the variance until the first later one is divided by the sessions it covers',
      ),
    overnight_share: z
      .number()
      .nullable()
      .describe("part of a session's variance that is assumed to pass before its open, used only to scale"),
  })
  .meta({ id: 'ExpectedMove', description: 'The size of moves that option prices imply, not their direction' })
export type ExpectedMove = z.infer<typeof ExpectedMove>

/** uncertain: another split of the contracts between dealers and customers would flip the sign. */
export const GammaSign = z.enum(['positive', 'negative', 'uncertain'])
export type GammaSign = z.infer<typeof GammaSign>

const pair = z.tuple([z.number(), z.number()]).nullable()

const ties = z
  .array(
    z.object({
      strike: z.number().describe('strike, dollars'),
      share: z.number().min(0).max(1).describe('its net exposure over that of the wall, a fraction; 1 is the wall'),
    }),
  )
  .max(4)
  .nullable()

export const Walls = z.object({
  call_wall: strike.describe('resistance: strike with the largest positive net exposure'),
  put_wall: strike.describe('support: strike with the largest negative net exposure'),
  // Optional, because analyses of an earlier version lack them.
  call_wall_pair: pair
    .optional()
    .describe(
      'two strikes with nearly the same exposure, either of which may be the call wall in the next cycle; null if it ' +
        'is alone',
    ),
  put_wall_pair: pair.optional().describe('the same of the put wall'),
  call_wall_ties: ties
    .optional()
    .describe(
      'the call wall and up to three strikes with at least 0.9 of its exposure, the largest first, any of which may ' +
        'be the call wall in the next cycle; the pair is the first two; null if it is alone',
    ),
  put_wall_ties: ties.optional().describe('the same of the put wall'),
})
export type Walls = z.infer<typeof Walls>

const WithoutToday = Walls.extend({
  // Optional, because analyses of an earlier version lack them.
  net_gamma_usd_per_pct: usd
    .nullable()
    .optional()
    .describe('net exposure, dollars per 1 % move; null without open interest: what the own GEX of a session is'),
  sign: GammaSign.nullable().optional().describe('sign of that exposure as far as it can be trusted'),
  zero_gamma: strike.describe('price nearest to spot at which the re-priced exposure is zero, dollars'),
}).meta({
  id: 'GammaWithoutToday',
  description: 'The exposure and the levels of the contracts that do not expire today',
})

/** Everything computed from one chain; scalars are null if no contract could be used. */
export const ChainAnalysis = z.object({
  method: z.string().describe('version of the rules; figures of different versions must not be joined into one series'),
  convention: z.string().describe('sign convention and formula of the exposure'),
  rate: z.number().describe('continuously compounded interest rate, a fraction a year'),
  rate_source: z.string().describe('series and day of the rate, or a note that none was known'),
  net_gamma_usd_per_pct: usd.nullable().describe('net exposure, dollars per 1 % move of the underlying'),
  net_vanna_usd_per_vol_point: usd
    .nullable()
    .describe('net vanna, dollars of delta per point of volatility, same sign convention'),
  sign: GammaSign.nullable()
    .optional()
    .describe('sign of the net exposure as far as it can be trusted; null without open interest'),
  break_even_call_share: z
    .number()
    .nullable()
    .optional()
    .describe(
      'put exposure over call exposure: the share of the calls that dealers must hold for the sign to flip; positive ' +
        'up to 0.7, negative from 1.4, otherwise uncertain',
    ),
  ...Walls.shape,
  without_today: WithoutToday.nullable()
    .optional()
    .describe('net exposure, walls and zero gamma without the contracts that expire today; null if none do'),
  zero_gamma: strike.describe('price nearest to spot at which the re-priced exposure is zero, dollars'),
  zero_gamma_reason: z.string().nullable().describe('why there is no such price; null if there is one'),
  zero_gamma_crossings: z.array(z.number()).describe('every such price found, ascending'),
  max_pain: strike.describe('strike at which all open contracts together would pay their holders the least'),
  expected_move: ExpectedMove.describe(
    'expected move until the nearest expiration, until the close, and of the next session',
  ),
  zero_dte_exposure: usd.nullable().describe('net exposure that expires today; null if nothing live expires today'),
  zero_dte_share: z.number().nullable().describe('fraction of the gross exposure that expires today'),
  by_expiration: z.array(ExpirationGamma).describe('live expirations, nearest first'),
  front: FrontExpiry.nullable()
    .optional()
    .describe('nearest expiration by strike; null without a live one, absent in documents of an earlier version'),
  strikes: z.array(StrikeGamma).describe('per-strike exposure within 20 % of spot, ascending'),
  strikes_beyond_exposure: usd.nullable().describe('net exposure of all strikes further away, dollars per 1 % move'),
  profile: z
    .array(
      z.object({
        spot: z.number().describe('price of the underlying, dollars'),
        exposure: usd.describe('net exposure at that price, dollars per 1 % move'),
      }),
    )
    .describe('total exposure re-priced over a grid of spot prices, with the volatility of each strike unchanged'),
  contracts: z
    .object({
      listed: z.int().describe('contracts in the chain'),
      used: z.int().describe('contracts that were used'),
      own_volatility: z.int().describe('used contracts with our own implied volatility'),
      vendor_volatility: z.int().describe("used contracts with the vendor's volatility"),
      skipped: z
        .array(z.object({ reason: z.string().describe('why'), count: z.int().describe('contracts') }))
        .describe('contracts that were not used, by reason'),
    })
    .describe('how many contracts were used and skipped'),
})
export type ChainAnalysis = z.infer<typeof ChainAnalysis>

export const GammaDocument = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    as_of: z.iso.datetime({ offset: true }).nullable().describe('cutoff of the cycle, Eastern offset'),
    reason: z.string().nullable().describe('why there is no profile; null while there is one'),
    underlying: z.string().describe('symbol whose option chain was read'),
    source: z.string().nullable().describe('source of the chain'),
    spot_price: z.number().nullable().describe('price of the underlying at the time of the quotes, dollars'),
    quoted_at: z.iso.datetime({ offset: true }).nullable().describe('time of the quotes, Eastern offset'),
    age_seconds: z.int().nullable().describe('age of the quotes at as_of; quotes are delayed by 15 minutes or more'),
    open_interest_date: z.iso.date().nullable().describe('session the open interest refers to'),
    ...ChainAnalysis.shape,
    rate: ChainAnalysis.shape.rate.nullable(),
    rate_source: ChainAnalysis.shape.rate_source.nullable(),
  })
  .meta({ id: 'GammaDocument', description: 'Gamma exposure profile of the newest SPY option chain' })
export type GammaDocument = z.infer<typeof GammaDocument>

/** The document without a chain: every figure null, every list empty, and the reason. */
export const emptyGamma = (reason: string, asOf: string | null = null): GammaDocument => ({
  schema_version: GAMMA_SCHEMA_VERSION,
  as_of: asOf,
  reason,
  underlying: 'SPY',
  source: null,
  spot_price: null,
  quoted_at: null,
  age_seconds: null,
  open_interest_date: null,
  method: GAMMA_METHOD,
  convention: GAMMA_CONVENTION,
  rate: null,
  rate_source: null,
  net_gamma_usd_per_pct: null,
  net_vanna_usd_per_vol_point: null,
  call_wall: null,
  put_wall: null,
  zero_gamma: null,
  zero_gamma_reason: reason,
  zero_gamma_crossings: [],
  max_pain: null,
  expected_move: {
    front_expiration: null,
    straddle: null,
    iv: null,
    iv_expiration: null,
    next_session: null,
    next_session_day: null,
    next_session_forward: null,
    rest_of_day: null,
    rest_of_day_reason: reason,
    basis: null,
    overnight_share: null,
  },
  zero_dte_exposure: null,
  zero_dte_share: null,
  by_expiration: [],
  strikes: [],
  strikes_beyond_exposure: null,
  profile: [],
  contracts: { listed: 0, used: 0, own_volatility: 0, vendor_volatility: 0, skipped: [] },
})
