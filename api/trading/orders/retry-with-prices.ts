/** Thrown when an order turns out to need prices that were not read before its account was locked. */
export class PricesMissing extends Error {}

/**
 * Runs `attempt` without prices first, because most orders need none besides their own. If the locked account shows that
 * this order does, `attempt` throws `PricesMissing` before it has written anything, and runs again with prices.
 */
export async function retryWithPrices<T>(attempt: (withPrices: boolean) => Promise<T>): Promise<T> {
  try {
    return await attempt(false)
  } catch (error) {
    if (!(error instanceof PricesMissing)) throw error
    return await attempt(true)
  }
}
