import type { z } from 'zod'
import type { BoardTrackRecord, TrackRecord } from '../../../shared/domain/contract/screener/evidence.ts'
import { EXIT_REASONS } from '../../../shared/domain/contract/screener-ids.ts'
import { shownOrNull } from '../../maths/shown.ts'
import { mean } from '../../maths/statistics.ts'
import { wilson } from '../../maths/wilson.ts'
import { archetypes } from '../archetypes/index.ts'
import { blockOf } from '../cohorts.ts'
import type { Outcome } from '../outcome.ts'
import type { Tracked } from '../tracked.ts'

/** A record whose bars are all known. */
export interface MaturedPick {
  tracked: Tracked
  outcome: Outcome
}

type Figures = z.infer<typeof BoardTrackRecord>['locked']

/** Chance: half of all names beat SPY, before costs. */
const BASE_RATE = 0.5

/** A rate with its sample: outcomes of one archetype in one block of weeks move together and count once. */
function figures(picks: readonly MaturedPick[], excessOf: (outcome: Outcome) => number | null): Figures {
  const known = picks.flatMap(({ tracked, outcome }) => {
    const excess = excessOf(outcome)
    const block = `${tracked.archetype} ${blockOf(outcome.from, tracked.horizon)}`
    return excess === null ? [] : [{ excess, block }]
  })
  const blocks = new Set(known.map(({ block }) => block)).size
  const rate = mean(known.map(({ excess }) => (excess > 0 ? 1 : 0)))
  const interval = rate === null ? null : wilson(rate, blocks)
  return {
    n: known.length,
    n_effective: blocks,
    hit_rate: shownOrNull(rate),
    interval: interval && { low: shownOrNull(interval.low)!, high: shownOrNull(interval.high)! },
    mean_excess: shownOrNull(mean(known.map(({ excess }) => excess))),
    base_rate: BASE_RATE,
  }
}

const overHorizon = ({ excessHorizon }: Outcome): number => excessHorizon
const toExit = ({ excess }: Outcome): number | null => excess

/** Every ripe episode, locked or not: the evidence. */
export function trackRecord(picks: readonly MaturedPick[]): Pick<z.infer<typeof TrackRecord>, 'by_archetype' | 'note'> {
  const episodes = picks.filter(({ tracked }) => tracked.isEvidence)
  return {
    by_archetype: archetypes.map(({ id }) => {
      const own = episodes.filter(({ tracked }) => tracked.archetype === id)
      return {
        archetype: id,
        scheduled: figures(
          own.filter(({ tracked }) => tracked.isPostLock),
          overHorizon,
        ),
        backfill: figures(
          own.filter(({ tracked }) => !tracked.isPostLock),
          overHorizon,
        ),
      }
    }),
    note:
      'Excess over SPY over all bars of the horizon, from the first tradable price after the run, after costs. ' +
      'Episodes of one archetype in one block of weeks move together, so the interval counts blocks, not episodes.',
  }
}

/** Locked picks beside the ripe episodes that took no slot: the rival of choosing by rank is not choosing. */
export function boardTrackRecord(
  picks: readonly MaturedPick[],
): Pick<z.infer<typeof BoardTrackRecord>, 'locked' | 'horizon' | 'passed_over' | 'by_exit' | 'note'> {
  const locked = picks.filter(({ tracked }) => tracked.contract !== null)
  const passedOver = picks.filter(({ tracked }) => tracked.contract === null && tracked.isEvidence)
  return {
    locked: figures(locked, toExit),
    horizon: figures(locked, overHorizon),
    passed_over: figures(passedOver, overHorizon),
    by_exit: EXIT_REASONS.map((reason) => {
      const own = locked.filter(({ tracked }) => tracked.contract!.exit?.reason === reason)
      return {
        reason,
        n: own.length,
        mean_excess: shownOrNull(mean(own.flatMap(({ outcome }) => outcome.excess ?? []))),
      }
    }),
    note:
      'A stop moves the rate of chance: locked picks that mean nothing beat SPY to their exit in 35 to 45 % of cases. ' +
      'So the picks are judged over all bars of the horizon, beside the ripe episodes that took no slot.',
  }
}
