import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'

/** The share of an archetype's placebos that ended above zero after costs; null without placebos. */
export interface Chance {
  /** Over all bars of the horizon. */
  horizon: number | null
  /** To the exit of a contract with its stop. */
  contract: number | null
}
export type Chances = ReadonlyMap<ArchetypeId, Chance>

interface Placebos {
  /** Their number; absent in judgements from before it was stored. */
  placebos?: number
  placebo_hit_rate: number | null
}

/** The part of a gauntlet judgement from which chance is read; older judgements lack some of it. */
export interface JudgedPlacebos {
  archetype: string
  placebo_dates?: Placebos
  placebo_tickers?: Placebos
  contracts?: Placebos
}

export const chancesOf = (judged: readonly JudgedPlacebos[]): Chances =>
  new Map(
    judged.map(({ archetype, placebo_dates: dates, placebo_tickers: tickers, contracts }) => [
      archetype as ArchetypeId,
      {
        horizon: pooledRate([dates, tickers].filter((each) => each !== undefined)),
        contract: contracts?.placebo_hit_rate ?? null,
      },
    ]),
  )

/**
 * The share of all placebos above zero, each counted once; both kinds have equal weight where their numbers were not
 * stored.
 */
function pooledRate(kinds: readonly Placebos[]): number | null {
  const known = kinds.flatMap(({ placebos, placebo_hit_rate: rate }) => (rate === null ? [] : [{ placebos, rate }]))
  const isCounted = known.every(({ placebos }) => placebos !== undefined)
  const weighted = known.map(({ placebos, rate }) => ({ weight: isCounted ? placebos! : 1, rate }))
  const total = weighted.reduce((sum, { weight }) => sum + weight, 0)
  return total === 0 ? null : weighted.reduce((sum, { weight, rate }) => sum + weight * rate, 0) / total
}
