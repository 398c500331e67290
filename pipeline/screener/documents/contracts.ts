import type { PickContract } from '../../../shared/domain/contract/screener/evidence.ts'
import { shown, shownOrNull } from '../../maths/shown.ts'
import { type Outcome, ROUND_TRIP_COST } from '../outcome.ts'
import { sharesOf, signOf, type Tracked } from '../tracked.ts'

/** A locked record from its lock to its exit; the outcome adds the result over all bars of the horizon. */
export function pickContract(tracked: Tracked, outcome: Outcome | null): PickContract {
  const { id, ticker, side, archetype, runAt, horizon, score, entry, bars, last, contract } = tracked
  const { slot, conviction, chip, why, exit } = contract!
  const end = exit ?? last
  const sign = signOf(side)
  const moved = entry && end ? sign * ((exit ? exit.price : last!.close) / entry.price - 1) : null
  const spyMoved = entry && end ? sign * (end.spy / entry.spy - 1) : null
  return {
    id,
    ticker,
    side,
    archetype,
    slot,
    horizon,
    score,
    conviction,
    chip,
    why: [...why],
    state: exit ? 'closed' : entry ? 'open' : 'pending_entry',
    locked_at: runAt,
    entry_date: entry?.day ?? null,
    entry_price: shownOrNull(entry?.price ?? null),
    invalidation: shownOrNull(entry?.invalidation ?? null),
    ...sharesOf(tracked),
    bars,
    exit_date: exit?.day ?? null,
    exit_price: shownOrNull(exit?.price ?? null),
    exit_reason: exit?.reason ?? null,
    return: shownOrNull(moved),
    spy_return: shownOrNull(spyMoved),
    excess: exit && moved !== null ? shown(moved - spyMoved! - (outcome?.cost ?? ROUND_TRIP_COST)) : null,
    excess_horizon: outcome ? shown(outcome.excessHorizon) : null,
  }
}
