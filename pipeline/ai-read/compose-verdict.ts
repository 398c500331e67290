import type { TradingDay } from '../../shared/time/trading-day.ts'
import { oldCycleInWords } from './cycle-age.ts'
import type { EveningRead } from './evening-read.ts'
import { linesOf, type ReadInputs, sessionRead } from './read-inputs.ts'
import { type Verdict, verdictOf } from './verdict.ts'
import { vixSince } from './vix-since.ts'

/** A later slot compares a standing verdict with this. */
export interface VerdictFacts {
  regime_now: string | null
  spy: number | null
  edges: EveningRead['edges']
}

export interface ComposedVerdict {
  verdict: Verdict
  facts: VerdictFacts
  /** The session on whose closes risk and sizes rest. */
  closesOf: TradingDay
}

export const NO_EVENING = 'No evening has been learned from the history yet.'

/** The deterministic verdict of a moment; null before the first evening. */
export function composeVerdict(inputs: ReadInputs, writtenAt: Date, sizesConfirmed = false): ComposedVerdict | null {
  const { evening, snapshot, quotes } = inputs
  if (evening === null) return null
  const lines = linesOf(inputs, evening)
  const since = [oldCycleInWords(inputs), vixSince(evening, inputs)].filter((note) => note !== '').join(' ')
  const verdict = verdictOf({ evening, session: sessionRead(inputs), lines, writtenAt, sizesConfirmed, since })
  const facts = {
    regime_now: snapshot?.regime_now ?? null,
    spy: quotes.SPY?.price ?? null,
    edges: evening.edges,
  }
  return { verdict, facts, closesOf: evening.day }
}
