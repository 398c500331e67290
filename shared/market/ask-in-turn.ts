import { AppError } from '../errors.ts'
import type { QuoteProvider } from './quote-provider.ts'

export interface TurnDeps {
  /** In order of preference. */
  providers: readonly QuoteProvider[]
  restMs: number
  nowMs: () => number
  /** Until when whoever failed is asked last. */
  resting: Map<QuoteProvider, number>
}

/** Our own errors hold no secret; what a library says might. */
const wordsOf = (error: unknown): string => (error instanceof AppError ? error.message : 'the client failed')

/**
 * Asks one provider after the other until `work` says that nothing is missing. Returns who failed and how. One that
 * failed rests: it is asked after the others, so that a crowd does not wait for its deadline each time.
 */
export async function askInTurn(
  { providers, restMs, nowMs, resting }: TurnDeps,
  work: (provider: QuoteProvider) => Promise<boolean>,
): Promise<string[]> {
  const failures: string[] = []
  const rests = (provider: QuoteProvider): boolean => nowMs() < (resting.get(provider) ?? 0)
  const order = [...providers.filter((one) => !rests(one)), ...providers.filter(rests)]
  for (const provider of order) {
    try {
      const done = await work(provider)
      resting.delete(provider)
      if (done) return failures
    } catch (error) {
      resting.set(provider, nowMs() + restMs)
      failures.push(`${provider.id}: ${wordsOf(error)}`)
    }
  }
  return failures
}
