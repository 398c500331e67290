import { z } from 'zod'
import { ArchetypeId, Chip, PickSide } from '../screener-ids.ts'
import { HOUSE_ACCOUNTS } from './house-ids.ts'

const instant = () => z.iso.datetime({ offset: true })

const HouseLegShown = z
  .object({
    at: instant().describe('when it was filled'),
    price: z.number().describe('price of the fill, impact included'),
    middle: z.number().describe('middle of bid and ask at that moment'),
    touch: z.number().describe('ask of a buy, bid of a sale'),
    graded_price: z.number().nullable().describe('price that the pick is graded at; null while it is not known'),
  })
  .meta({ id: 'HouseLeg', description: 'One fill of a house account beside the graded price' })

const parts = {
  total: z.number().describe('traded less graded return; the other parts add up to it'),
  spread: z.number().describe('half a spread at each fill'),
  impact: z.number().describe('cost of size beyond the displayed size, in dollars'),
  timing: z
    .number()
    .describe('part of the difference because the account traded at another moment than the grade assumes'),
}

export const HousePick = z
  .object({
    contract_id: z.string().describe('id of the contract'),
    ticker: z.string().describe('symbol'),
    side: PickSide.describe('long or short'),
    archetype: ArchetypeId.describe('kind of setup'),
    chip: Chip.describe('as of the lock'),
    state: z
      .enum(['entering', 'open', 'leaving', 'ended', 'missed', 'skipped'])
      .describe('missed: no order was filled in time; skipped: its chip is sized at nothing'),
    reason: z.string().nullable().describe('why it was missed or skipped, or why the last attempt ended'),
    attempts: z.int().describe('orders sent for it so far'),
    quantity: z.int().nullable().describe('shares at the entry; null without one'),
    entry: HouseLegShown.nullable().describe('null until it is filled'),
    exit: HouseLegShown.nullable().describe('null until it is filled'),
    graded_return: z
      .number()
      .nullable()
      .describe('return of the graded contract, sign reversed for shorts; null while it is open'),
    traded_return: z
      .number()
      .nullable()
      .describe('return of the account on this pick; null until it is opened and closed'),
    difference: z
      .object(parts)
      .nullable()
      .describe('traded return minus graded return, split by cause; null until both are known'),
  })
  .meta({ id: 'HousePick', description: 'A locked pick as a house account traded it' })
export type HousePick = z.infer<typeof HousePick>

export const HouseAccount = z
  .object({
    name: z.enum(HOUSE_ACCOUNTS).describe('equal: every pick at one size; chip: sized by its chip'),
    rule: z.string().describe('its rule in words'),
    account_id: z.int().describe('its trading account'),
    since: instant().describe('when the account was opened; picks that entered earlier are not traded by it'),
    reason: z
      .string()
      .nullable()
      .optional()
      .describe('why a figure of the account or of its record is null; null otherwise; absent in older documents'),
    equity: z.number().nullable().describe('dollars at the newest close; null before the first'),
    return: z.number().nullable().describe('since the opening; null before the first close'),
    spy_return: z
      .number()
      .nullable()
      .describe(
        'SPY since the opening of the account, or since its first close if no price was known then; null before the ' +
          'first close',
      ),
    curve: z
      .array(
        z.object({
          at: instant().describe('a close'),
          equity: z.number().describe('dollars'),
          spy: z.number().nullable().describe('SPY'),
        }),
      )
      .describe('equity at closes, oldest first'),
    record: z
      .object({
        ended: z.int().describe('picks with both fills'),
        open: z.int().describe('picks that it holds, enters or leaves'),
        missed: z.int().describe('picks without a fill in time'),
        skipped: z.int().describe('picks whose chip is sized at nothing'),
        graded_mean: z.number().nullable().describe('mean graded return of ended and missed picks; null without any'),
        traded_mean: z.number().nullable().describe('mean traded return of ended picks; null without any'),
        traded_hit_rate: z.number().nullable().describe('share of ended picks that made money; null without any'),
        difference: z
          .object({
            ...parts,
            misses: z.number().describe('part of the difference from picks that were graded but not traded'),
          })
          .nullable()
          .describe('traded less graded mean, by cause; null without an ended pick'),
      })
      .describe('the tradable record beside the graded one'),
    picks: z.array(HousePick).describe('newest first, at most 200'),
  })
  .meta({ id: 'HouseAccount', description: 'A trading account of the service’s own' })

export const ScreenerHouse = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    as_of: instant().nullable().describe('when it was written; null before the first'),
    reason: z.string().nullable().describe('why there is nothing; null otherwise'),
    accounts: z.array(HouseAccount).describe('one entry for each account'),
    note: z.string().describe('how to read it'),
  })
  .meta({ id: 'ScreenerHouse', description: 'What locked picks earn when they are traded' })
export type ScreenerHouse = z.infer<typeof ScreenerHouse>
