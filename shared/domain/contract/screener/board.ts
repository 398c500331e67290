import { z } from 'zod'
import {
  ArchetypeId,
  Chip,
  DriftState,
  GauntletState,
  type PickSide,
  RegimeBand,
  Suppression,
} from '../screener-ids.ts'

const share = () => z.number().min(0).max(1)
const instant = () => z.iso.datetime({ offset: true })

const PickTrust = z
  .object({
    state: z
      .enum(['calibrated', 'maturing', 'degraded'])
      .describe('calibrated from 30 matured episodes on; degraded when it has drifted or was falsified'),
    hit_rate: share()
      .nullable()
      .describe(
        'share of matured episodes with an excess above 0 after costs: longs that beat SPY, shorts that fell behind ' +
          'it; null below 30',
      ),
    n_matured: z.int().describe('matured episodes of the archetype'),
    label: z.string().describe('the same in words'),
  })
  .meta({ id: 'PickTrust', description: 'How the archetype of a pick has done' })

const ArchetypePosterior = z
  .object({
    p_edge: share()
      .nullable()
      .describe('probability that more than 55 % of its cohorts have a mean excess above 0; null below 8 cohorts'),
    p_edge_all: share().nullable().describe('the same over imported and back-filled cohorts too; null below 8'),
    cohorts_total: z.int().describe('matured cohorts: one archetype in one block of weeks'),
    cohorts_post_lock: z.int().describe('cohorts recorded by scheduled runs under the present rules'),
    trend: DriftState.describe('its newest cohorts against its earlier ones'),
    gauntlet: GauntletState.describe('newest judgement of the monthly falsification test'),
    prior: z.string().describe('prior of the probability'),
    edge_line: z.number().describe('hit rate above which there is an edge'),
  })
  .meta({ id: 'ArchetypePosterior', description: 'The evidence for an archetype' })

export const Bettability = z
  .object({
    score: z
      .int()
      .min(0)
      .max(100)
      .describe('score that accompanies the chip, by the newest run; sizes follow the chip'),
    chip: Chip.describe('what the pick is worth: its tier after the hard gates; on locked rows when it was locked'),
    chip_now: Chip.optional().describe(
      'on locked rows the chip that the same pick would have by the newest run; absent from candidates and older ' +
        'documents',
    ),
    tier: Chip.describe('the archetype’s tier after the pick’s age, by the newest run'),
    archetype_tier: Chip.describe('the tier of the archetype'),
    archetype_posterior: ArchetypePosterior.describe('the evidence behind the tier'),
    gated: z.boolean().describe('true if a hard gate forces NO-BET by the newest run'),
    tier_reasons: z
      .array(z.string())
      .describe('why the chip is what it is; on locked rows first the chip of the lock, then why it would be so now'),
    factors: z
      .object({
        edge: share().nullable().describe('probability of an edge; null while unknown'),
        conviction: z.number().nullable().describe('conviction, 0 to 100; null without a deep scan'),
        freshness: share().describe('weight of the age: 1 when it fired in the newest session, falling to 0'),
        distance_atr: z
          .number()
          .nullable()
          .describe(
            'distance in ATR of the price of the newest run (at 10:30 the open, at 17:30 the close) from the entry of a ' +
              'locked pick, else from where its episode became ripe; null without a price',
          ),
      })
      .describe('what the score is made of'),
  })
  .meta({ id: 'Bettability', description: 'Whether a pick deserves money, and why' })

const PickContractState = z
  .object({
    id: z.string().describe('id of the contract, which never changes'),
    slot: z.int().describe('slot that the pick holds on its side'),
    locked_at: instant().describe('the run that locked it'),
    entry: z
      .object({
        date: z.string().describe('session of the entry'),
        price: z.number().describe('first tradable price after the lock'),
        at: z.enum(['open', 'close', 'quote']).describe('which price it was'),
        atr: z.number().describe('average true range of 14 sessions before the entry'),
      })
      .nullable()
      .describe('entry reference; null while the entry is pending'),
    entry_pending: z.boolean().describe('true until the first tradable price after the lock is known'),
    invalidation: z
      .number()
      .nullable()
      .describe('invalidation level: a close beyond it ends the contract; null while pending'),
    shares_since_entry: z
      .number()
      .optional()
      .describe(
        'how many of today’s shares one share of the entry has become by splits; entry, invalidation and newest ' +
          'close are restated in today’s shares; absent without a split',
      ),
    day: z.int().describe('closes since the entry'),
    horizon: z.int().describe('closes after which the contract ends'),
    countdown: z.string().describe('progress in words, such as "day 3 of 15"'),
    last_close: z.number().nullable().describe('newest close since the entry; null before the first'),
    return: z
      .number()
      .nullable()
      .describe('return since the entry, its sign turned for shorts; null before the first close'),
  })
  .meta({ id: 'PickContractState', description: 'The live state of a locked pick' })

const LiveSignal = z
  .object({
    conflict: z.literal(true).describe('the opposite side fires'),
    locked_direction: z.enum(['long_recovery', 'short_fragility']).describe('direction of the locked pick'),
    live_direction: z.enum(['long_recovery', 'short_fragility']).describe('direction of the live setup'),
    live_archetype: ArchetypeId.describe('archetype that fires now'),
    note: z.string().describe('the conflict in words; it never closes the position'),
  })
  .meta({ id: 'LiveSignal', description: 'An opposite setup that fires on a locked name' })

export const BoardRow = z
  .object({
    ticker: z.string().describe('symbol'),
    archetype: ArchetypeId.describe('kind of setup'),
    archetype_label: z.string().describe('kind of setup in words'),
    direction: z.enum(['long_recovery', 'short_fragility']).describe('side of the pick'),
    horizon: z.int().nullable().describe('length of the hold in trading days'),
    horizon_label: z.string().describe('the same in words'),
    conviction: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .describe('conviction as of the lock; null where no deep scan has reached the name'),
    conviction_tier: z
      .enum(['high', 'medium', 'low'])
      .nullable()
      .describe('high from 70, medium from 50; null without conviction'),
    conviction_carried: z.boolean().describe('true if an earlier deep scan set it'),
    conviction_carried_age: z.int().nullable().describe('sessions since that scan; null unless carried'),
    conviction_parts: z
      .array(
        z.object({
          part: z.string().describe('part of the deep scan'),
          adds: z.number().describe('points that it added to 50'),
          n: z.int().nullable().describe('number of episodes that it is based on; null where none are counted'),
          reason: z.string().describe('why'),
        }),
      )
      .describe('what each part of the deep scan added, on locked rows when they were locked; empty for carried rows'),
    score: z.number().describe('how far the setup is beyond its own line, 0 to 100'),
    last_fired: z.string().describe('session of the newest fire'),
    last_fired_sessions_ago: z.int().describe('sessions since then'),
    board_score: z.number().describe('conviction times edge weight times regime tilt'),
    edge_weight_tier: z.enum(['proven', 'watching', 'degraded']).describe('weight of the archetype'),
    trust: PickTrust.describe('how the archetype has done'),
    why: z
      .array(z.string())
      .min(1)
      .max(4)
      .describe('the setup in short sentences, on locked rows when they were locked'),
    maturity: z.string().nullable().describe('how many episodes have matured; null once calibrated'),
    contract: PickContractState.nullable().describe('live contract; null on candidate views'),
    bettability: Bettability.describe('whether it deserves money'),
    live_signal: LiveSignal.optional().describe('present while the opposite side fires on a locked name'),
  })
  .meta({ id: 'BoardRow', description: 'A pick or a candidate' })
export type BoardRow = z.infer<typeof BoardRow>

export const OVERFLOW_MAX = 10

export const ActionBoard = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the screener’s rules; null without a board'),
    as_of: instant()
      .nullable()
      .describe('time of the run that produced the board, Eastern offset; null before the first'),
    run: z
      .object({
        id: z.string().describe('run'),
        started_at: instant().describe('when it began'),
        late_by_s: z.int().describe('seconds after its slot'),
        origin: z.string().describe('scheduled, or backfill'),
      })
      .nullable()
      .describe('the newest run; null before the first'),
    regime_band: RegimeBand.nullable().describe('band of falls known at the run'),
    regime_note: z.string().describe('how the band affected the board'),
    longs: z.array(BoardRow).describe('open longs, best board score first'),
    shorts: z.array(BoardRow).describe('open shorts, best board score first'),
    competing: z.array(BoardRow).describe('ripe candidates that compete for open slots'),
    overflow_long: z.array(BoardRow).max(OVERFLOW_MAX).describe('ripe longs below the cap, at most 10'),
    overflow_short: z.array(BoardRow).max(OVERFLOW_MAX).describe('ripe shorts below the cap, at most 10'),
    counts: z
      .object({
        long: z.int().describe('open longs'),
        short: z.int().describe('open shorts'),
        suppressed_long: z.int().describe('long candidates of the run that took no slot'),
        suppressed_short: z.int().describe('short candidates of the run that took no slot'),
        suppressed_stale: z.int().describe('setups left out because they last fired too long ago'),
        open_slots_long: z.int().min(0).describe('free long slots'),
        open_slots_short: z.int().min(0).describe('free short slots'),
        competing: z.int().describe('rows of `competing`'),
        by_reason: z.partialRecord(Suppression, z.int()).describe('candidates that took no slot, by reason'),
      })
      .describe('how many of each'),
    empty_reason: z.string().nullable().describe('why the book is empty; null while it is not'),
  })
  .meta({ id: 'ActionBoard', description: 'The book of locked picks and what competes for it' })
export type ActionBoard = z.infer<typeof ActionBoard>

/** The side of each direction. */
export const DIRECTIONS = { long: 'long_recovery', short: 'short_fragility' } as const satisfies Record<
  z.infer<typeof PickSide>,
  string
>

export const Candidate = BoardRow.extend({
  status: z.enum(['new', 'persisting']).describe('whether this run is the first of the spell'),
  ripe: z.boolean().describe('fresh, confirmed, and with enough confluences'),
  confluence: z.array(z.string()).describe('independent facts that speak for it'),
  suppression: Suppression.nullable().describe('why it took no slot; null if it was locked'),
  price: z.number().describe('price of the run'),
  atr: z.number().describe('average true range of 14 sessions'),
}).meta({ id: 'ScreenerCandidate', description: 'A setup as the newest run saw it' })
export type Candidate = z.infer<typeof Candidate>

export const ScreenerCandidates = z
  .object({
    schema_version: z.string().describe('version of the shape of this document'),
    rules_version: z.string().nullable().describe('version of the screener’s rules; null before the first run'),
    as_of: instant().nullable().describe('the newest run, Eastern offset; null before the first'),
    reason: z.string().nullable().describe('why there are none; null otherwise'),
    total: z.int().describe('candidates of the run'),
    candidates: z.array(Candidate).describe('best board score first'),
    digest: z
      .object({
        date: z.string().nullable().describe('day of the digest; null without one'),
        candidates: z
          .array(
            z.object({
              ticker: z.string().describe('symbol'),
              archetype: ArchetypeId.describe('kind of setup'),
              label: z.string().describe('in words'),
              score: z.number().describe('score'),
            }),
          )
          .describe('candidates whose archetype is calibrated'),
      })
      .describe('the newest daily digest, which the cockpit’s probe list shows'),
  })
  .meta({ id: 'ScreenerCandidates', description: 'Every setup that the newest run saw' })
export type ScreenerCandidates = z.infer<typeof ScreenerCandidates>
