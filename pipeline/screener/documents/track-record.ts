import type { z } from 'zod'
import type { BoardTrackRecord, TrackRecord } from '../../../shared/domain/contract/screener/evidence.ts'
import { EXIT_REASONS } from '../../../shared/domain/contract/screener-ids.ts'
import { shownOrNull } from '../../maths/shown.ts'
import { mean } from '../../maths/statistics.ts'
import { wilson } from '../../maths/wilson.ts'
import { archetypes } from '../archetypes/index.ts'
import type { Chance, Chances } from '../chances.ts'
import { blockOf } from '../cohorts.ts'
import type { Outcome } from '../outcome.ts'
import type { Tracked } from '../tracked.ts'

/** A record whose bars are all known. */
export interface MaturedPick {
  tracked: Tracked
  outcome: Outcome
}

type Figures = z.infer<typeof BoardTrackRecord>['locked']

/** How outcomes are measured, and the chance that is measured in the same way. */
interface Measure {
  excessOf(outcome: Outcome): number | null
  chance: keyof Chance
}

const overHorizon: Measure = { excessOf: ({ excessHorizon }) => excessHorizon, chance: 'horizon' }
const toExit: Measure = { excessOf: ({ excess }) => excess, chance: 'contract' }

const BASE_RATE_WORDS =
  'The base rate is the share of placebos above zero after the same costs, as the newest gauntlet drew them for each ' +
  'archetype; it is not known until every archetype in the record has placebos.'

/** A rate with its sample: outcomes of one archetype in one block of weeks move together and count once. */
function figures(picks: readonly MaturedPick[], { excessOf, chance }: Measure, chances: Chances): Figures {
  const known = picks.flatMap(({ tracked, outcome }) => {
    const excess = excessOf(outcome)
    const block = `${tracked.archetype} ${blockOf(outcome.from, tracked.horizon)}`
    return excess === null ? [] : [{ excess, block, chance: chances.get(tracked.archetype)?.[chance] ?? null }]
  })
  const ofChance = known.flatMap((each) => each.chance ?? [])
  const blocks = new Set(known.map(({ block }) => block)).size
  const rate = mean(known.map(({ excess }) => (excess > 0 ? 1 : 0)))
  const interval = rate === null ? null : wilson(rate, blocks)
  return {
    n: known.length,
    n_effective: blocks,
    hit_rate: shownOrNull(rate),
    interval: interval && { low: shownOrNull(interval.low)!, high: shownOrNull(interval.high)! },
    mean_excess: shownOrNull(mean(known.map(({ excess }) => excess))),
    base_rate: ofChance.length === known.length ? shownOrNull(mean(ofChance)) : null,
  }
}

/** Every ripe episode, locked or not: the evidence. */
export function trackRecord(
  picks: readonly MaturedPick[],
  chances: Chances,
): Pick<z.infer<typeof TrackRecord>, 'by_archetype' | 'note'> {
  const episodes = picks.filter(({ tracked }) => tracked.isEvidence)
  return {
    by_archetype: archetypes.map(({ id }) => {
      const own = episodes.filter(({ tracked }) => tracked.archetype === id)
      return {
        archetype: id,
        scheduled: figures(
          own.filter(({ tracked }) => tracked.isPostLock),
          overHorizon,
          chances,
        ),
        backfill: figures(
          own.filter(({ tracked }) => !tracked.isPostLock),
          overHorizon,
          chances,
        ),
      }
    }),
    note:
      'Excess over SPY over all bars of the horizon, from the first tradable price after the run, after costs. ' +
      'Episodes of one archetype in one block of weeks move together, so the interval counts blocks, not episodes. ' +
      BASE_RATE_WORDS,
  }
}

/**
 * Locked picks compared with the ripe episodes that took no slot, which shows whether choosing by rank beats not
 * choosing.
 */
export function boardTrackRecord(
  picks: readonly MaturedPick[],
  unfinished: readonly Tracked[],
  chances: Chances,
): Omit<z.infer<typeof BoardTrackRecord>, 'schema_version' | 'rules_version' | 'as_of' | 'reason'> {
  const locked = picks.filter(({ tracked }) => tracked.contract !== null)
  const passedOver = picks.filter(({ tracked }) => tracked.contract === null && tracked.isEvidence)
  return {
    locked: figures(locked, toExit, chances),
    ended_waiting: unfinished.filter(({ contract }) => contract !== null && contract.exit !== null).length,
    horizon: figures(locked, overHorizon, chances),
    passed_over: figures(passedOver, overHorizon, chances),
    by_exit: EXIT_REASONS.map((reason) => {
      const own = locked.filter(({ tracked }) => tracked.contract!.exit?.reason === reason)
      return {
        reason,
        n: own.length,
        mean_excess: shownOrNull(mean(own.flatMap(({ outcome }) => outcome.excess ?? []))),
      }
    }),
    note:
      'An excess above 0 is a long that beat SPY or a short that fell behind it. A stop changes the rate that chance alone gives: of locked ' +
      'picks made at random, 35 to 45 % have an excess above 0 at their exit. ' +
      'So the picks are judged over all bars of the horizon, beside the ripe episodes that took no slot. ' +
      BASE_RATE_WORDS,
  }
}
