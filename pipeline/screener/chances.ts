import type { ArchetypeId } from '../../shared/domain/contract/screener-ids.ts'
import { mean } from '../maths/statistics.ts'

/** The share of an archetype's placebos that ended above zero after costs; null without placebos. */
export interface Chance {
  /** Over all bars of the horizon. */
  horizon: number | null
  /** To the exit of a contract with its stop. */
  contract: number | null
}
export type Chances = ReadonlyMap<ArchetypeId, Chance>

interface Placebos {
  placebo_hit_rate: number | null
}

/** The part of a judgement of the gauntlet that chance is read from; older judgements lack some of it. */
export interface JudgedPlacebos {
  archetype: string
  placebo_dates?: Placebos
  placebo_tickers?: Placebos
  contracts?: Placebos
}

/** Placebos of other days and of other names count alike. */
export const chancesOf = (judged: readonly JudgedPlacebos[]): Chances =>
  new Map(
    judged.map(({ archetype, placebo_dates: dates, placebo_tickers: tickers, contracts }) => [
      archetype as ArchetypeId,
      {
        horizon: mean([dates, tickers].flatMap((each) => each?.placebo_hit_rate ?? [])),
        contract: contracts?.placebo_hit_rate ?? null,
      },
    ]),
  )
