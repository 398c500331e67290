import { z } from 'zod'
import { ArchetypeId, Chip, DriftState, ExitReason, GauntletState, PickSide } from '../screener-ids.ts'

const share = () => z.number().min(0).max(1)
const instant = () => z.iso.datetime({ offset: true })
const day = () => z.iso.date()

/** Members that every document of the screener begins with. */
const basics = {
  schema_version: z.string().describe('version of the shape of this document'),
  rules_version: z.string().nullable().describe('version of the screener’s rules; null before the first run'),
  as_of: instant().nullable().describe('time of the run that produced it, Eastern offset; null before the first'),
  reason: z.string().nullable().describe('why it is empty; null otherwise'),
}

const Interval = z.object({ low: share().describe('lower end'), high: share().describe('upper end') })

const DialBucket = z
  .object({
    bucket: z.string().describe('range of the dial'),
    hit_rate_excess: share().nullable().describe('share with an excess above 0 after costs; null when empty'),
    mean_excess: z.number().nullable().describe('mean excess over SPY; null when empty'),
    n: z.int().describe('matured episodes'),
  })
  .meta({ id: 'DialBucket', description: 'One bucket of a dial' })
const dial = () => z.array(DialBucket)

export const ScreenerCalibration = z
  .object({
    ...basics,
    by_archetype: z
      .array(
        z
          .object({
            archetype: ArchetypeId.describe('kind of setup'),
            hit_rate: share()
              .nullable()
              .describe(
                'share of matured episodes with an excess above 0 after costs: longs that beat SPY, shorts that fell ' +
                  'behind it; null without any',
              ),
            mean_excess: z.number().nullable().describe('mean excess over SPY; null without any'),
            confidence_interval: Interval.nullable().describe('95 %, blocks of weeks as samples; null without any'),
            n: z.int().describe('matured episodes'),
            n_effective: z.int().describe('blocks of weeks they fall into'),
            calibrated: z.boolean().describe('true from 30 matured episodes on'),
            label: z.string().describe('calibrated, or uncalibrated (N/min)'),
            headline_state: z
              .enum(['maturing', 'above_chance', 'below_chance', 'not_distinguishable_from_chance'])
              .describe(
                'the interval against the placebos of the newest gauntlet; without them above a half alone counts',
              ),
            episode_dedup: z
              .object({ raw_rows: z.int().describe('flags of runs'), deduped_rows: z.int().describe('episodes') })
              .describe('flags within ten days of one another are one episode'),
            pending_predictions: z.int().describe('episodes whose bars are not all known'),
            next_maturation_eta: day().nullable().describe('when the next one matures; null without any'),
            by_dial: z
              .object({
                horizon_days: z.int().describe('bars of the horizon'),
                engine_state: dial().describe('new against persisting setups'),
                confluence_count: dial().describe('by number of confluences'),
                score_norm: dial().describe('by score'),
              })
              .nullable()
              .describe('only once calibrated; every bucket, also empty ones'),
          })
          .meta({ id: 'ArchetypeCalibration', description: 'How often one archetype was right' }),
      )
      .describe('one entry for each archetype'),
    total_recorded_predictions: z.int().describe('episodes recorded so far'),
    earliest_maturation_eta: day().nullable().describe('when the next episode matures; null without any pending'),
    diagnostics: z
      .object({
        minimum_samples: z.int().describe('matured episodes before a rate is called calibrated'),
        matured: z.int().describe('matured episodes'),
        pending: z.int().describe('pending episodes'),
        raw_rows: z.int().describe('flags of runs'),
        episode_gap_days: z.int().describe('a longer gap, in days, begins a new episode'),
        outcome: z.string().describe('name of the outcome that is measured'),
        interval: z.string().describe('how the interval is made'),
      })
      .describe('how the figures were made'),
  })
  .meta({ id: 'ScreenerCalibration', description: 'How often each archetype was right, by what was known' })
export type ScreenerCalibration = z.infer<typeof ScreenerCalibration>

export const TrustBoard = z
  .object({
    ...basics,
    archetypes: z
      .array(
        z
          .object({
            archetype: ArchetypeId.describe('kind of setup'),
            label: z.string().describe('in words'),
            side: PickSide.describe('long or short'),
            horizon: z.int().describe('length of the holding period, in bars'),
            tier: Chip.describe('NO-BET, PROBATION or BETTABLE'),
            p_edge: share().nullable().describe('over post-lock cohorts; null below 8'),
            p_edge_all: share().nullable().describe('over all cohorts; null below 8'),
            cohorts_total: z.int().describe('matured cohorts'),
            cohorts_post_lock: z.int().describe('recorded by scheduled runs under the present rules'),
            hits_total: z.int().describe('cohorts whose mean excess is above 0'),
            hits_post_lock: z.int().describe('hits among the post-lock cohorts'),
            proven: z.boolean().describe('30 cohorts and the 5 % quantile of the posterior above one half'),
            drift: DriftState.describe('newest cohorts against earlier ones'),
            gauntlet: GauntletState.describe('newest monthly judgement'),
            gauntlet_reason: z.string().nullable().describe('why; null before the first month’s end'),
            gauntlet_month: z.string().nullable().describe('month of the judgement'),
            n_matured: z.int().describe('matured episodes'),
            contract: z
              .object({
                n: z
                  .int()
                  .describe(
                    'locked picks whose horizon is over; one that was stopped waits for it, so that entries of one ' +
                      'time count together',
                  ),
                hit_rate: share().nullable().describe('share whose excess to their exit is above zero'),
                mean_excess: z.number().nullable().describe('mean excess over SPY to the exit'),
                placebos: z
                  .int()
                  .optional()
                  .describe('placebo contracts of the newest judgement, with the same stop and horizon'),
                placebo_hit_rate: share()
                  .nullable()
                  .optional()
                  .describe('their share above zero; null before a judgement'),
                placebo_mean_excess: z
                  .number()
                  .nullable()
                  .optional()
                  .describe('their mean excess; null before a judgement'),
              })
              .describe('the contracts’ own record, with their stops, beside its placebo'),
            luck: z
              .object({
                autocorrelation: z
                  .number()
                  .nullable()
                  .describe('of neighbouring cohort hits; null below 16 cohorts, or while all are alike'),
                n: z.int().describe('number of cohorts that it is based on'),
                cohorts: z.int().describe('cohorts over which luck is stated'),
                coin_bettable: share().describe('probability that a coin with this autocorrelation is ever BETTABLE'),
                sentence: z.string().describe('the same in words'),
              })
              .optional()
              .describe('how easily luck looks like an edge of this archetype'),
            to_next_tier: z
              .string()
              .describe('what would change the tier; a date assumes the pace of the last year’s blocks that are over'),
          })
          .meta({ id: 'ArchetypeTrust', description: 'The evidence for and against one archetype' }),
      )
      .describe('one entry for each archetype'),
    false_bettable: z
      .object({
        cohorts: z.int().describe('post-lock cohorts of the archetype that has most; each counts with its own'),
        probability: share().describe(
          'probability that at least one of eight worthless archetypes would have been BETTABLE by now',
        ),
        sentence: z.string().describe('the same in words'),
      })
      .describe('how easily luck looks like an edge'),
  })
  .meta({ id: 'TrustBoard', description: 'How far each archetype may be trusted' })
export type TrustBoard = z.infer<typeof TrustBoard>

export const PickContract = z
  .object({
    id: z.string().describe('id of the contract'),
    ticker: z.string().describe('symbol'),
    side: PickSide.describe('long or short'),
    archetype: ArchetypeId.describe('kind of setup'),
    slot: z.int().describe('slot it holds or held'),
    state: z.enum(['pending_entry', 'open', 'closed']).describe('level and percentile of the measure'),
    locked_at: instant().describe('the run that locked it'),
    conviction: z.number().describe('as of the lock'),
    score: z.number().describe('as of the lock'),
    chip: Chip.describe('as of the lock'),
    why: z.array(z.string()).describe('as of the lock'),
    horizon: z.int().describe('length of the holding period, in bars'),
    entry_date: day().nullable().describe('null while pending'),
    entry_price: z.number().nullable().describe('null while pending'),
    invalidation: z.number().nullable().describe('null while pending'),
    shares_since_entry: z
      .number()
      .optional()
      .describe(
        'how many shares one share of the entry has become by splits; all prices of a contract are in shares of its ' +
          'entry; absent without a split',
      ),
    bars: z.int().describe('closes of the horizon so far; counting continues after an exit'),
    exit_date: day().nullable().describe('null while open'),
    exit_price: z.number().nullable().describe('null while open'),
    exit_reason: ExitReason.nullable().describe('null while open'),
    return: z.number().nullable().describe('to the exit, or to the newest close; sign turned for shorts'),
    spy_return: z.number().nullable().describe('SPY to the same exit or close, sign turned for shorts'),
    excess: z.number().nullable().describe('return less SPY’s and the cost, once it has ended'),
    excess_horizon: z.number().nullable().describe('over all bars of the horizon, once they are known'),
  })
  .meta({ id: 'PickContract', description: 'A locked pick from lock to exit' })
export type PickContract = z.infer<typeof PickContract>

export const PickContracts = z
  .object({
    ...basics,
    total: z.int().describe('contracts ever; with a filter those that pass it, of the newest 500'),
    contracts: z.array(PickContract).describe('newest first'),
  })
  .meta({ id: 'PickContracts', description: 'Locked picks, which nobody can change' })
export type PickContracts = z.infer<typeof PickContracts>

export const PickExits = z
  .object({
    ...basics,
    total: z.int().describe('exits ever; with a filter those that pass it, of the newest 500'),
    by_reason: z.partialRecord(ExitReason, z.int()).describe('how many of each reason'),
    exits: z.array(PickContract).describe('newest first'),
  })
  .meta({ id: 'PickExits', description: 'Contracts that ended, and why' })

const Record = z
  .object({
    n: z.int().describe('outcomes'),
    n_effective: z.int().describe('blocks of weeks they fall into'),
    hit_rate: share().nullable().describe('share above zero; null without any'),
    interval: Interval.nullable().describe('95 %, blocks as samples'),
    mean_excess: z.number().nullable().describe('mean excess over SPY after costs'),
    base_rate: share()
      .nullable()
      .describe(
        'share above zero of placebos drawn for the same archetypes, after costs: over the horizon those of other ' +
          'days and of other names together, each counted once; several archetypes weigh by their outcomes; null ' +
          'while one has no placebos',
      ),
  })
  .meta({ id: 'TrackFigures', description: 'A record with its sample size' })

export const TrackRecord = z
  .object({
    ...basics,
    by_archetype: z
      .array(
        z.object({
          archetype: ArchetypeId.describe('kind of setup'),
          scheduled: Record.describe('episodes of scheduled runs'),
          backfill: Record.describe('episodes of back-filled runs, which are no evidence of future results'),
        }),
      )
      .describe('one entry for each archetype'),
    note: z.string().describe('how to read it'),
  })
  .meta({ id: 'TrackRecord', description: 'What every ripe episode came to, locked or not' })
export const BoardTrackRecord = z
  .object({
    ...basics,
    locked: Record.describe('locked picks whose horizon is over, to their exits'),
    ended_waiting: z
      .int()
      .optional()
      .describe(
        'locked picks that have ended and whose horizon is not over; they wait for it outside all figures, because ' +
          'counting stops before gains would bias them; absent in older documents',
      ),
    horizon: Record.describe('the same picks over all bars of their horizons'),
    passed_over: Record.describe('ripe episodes that took no slot, over their horizons: the rival'),
    by_exit: z
      .array(
        z.object({
          reason: ExitReason.describe('why it ended'),
          n: z.int().describe('number of outcomes'),
          mean_excess: z.number().nullable().describe('mean excess'),
        }),
      )
      .describe('by exit'),
    note: z.string().describe('how to read it'),
  })
  .meta({ id: 'BoardTrackRecord', description: 'Whether the locked picks did better than those passed over' })

export const ScreenerUniverse = z
  .object({
    ...basics,
    count: z.int().describe('names'),
    scanned: z.int().describe('names with a bar of the newest session and a year of bars'),
    names: z
      .array(
        z.object({
          ticker: z.string().describe('symbol'),
          kind: z.enum(['member', 'fund']).describe('index member, or liquid fund'),
          sector: z.string().nullable().describe('GICS sector; null for funds'),
          scanned: z.boolean().optional().describe('whether the newest run could read it; absent in older documents'),
        }),
      )
      .describe('by ticker'),
  })
  .meta({ id: 'ScreenerUniverse', description: 'The names that runs read' })
