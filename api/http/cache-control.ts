/**
 * Caches in front of the API may serve a public answer this long, by kind. Answers about an account, and every answer
 * that is not listed here, have `no-store`.
 */
export const CACHE_CONTROL = {
  /**
   * Documents that change: one second keeps a crowd away from us, and their ages are filled at read. A shared cache may
   * serve the old bytes while it fetches the new ones.
   */
  live: 'public, max-age=1, s-maxage=1, stale-while-revalidate=5',
  /** A report by its name, which is never rewritten. */
  report: 'public, max-age=60, s-maxage=86400, stale-while-revalidate=86400',
  /** Assets and texts, which change with the version. */
  version: 'public, max-age=60, s-maxage=60, stale-while-revalidate=600',
  /** Bytes whose name is derived from them. */
  forever: 'public, max-age=31536000, s-maxage=31536000, immutable',
  never: 'no-store',
} as const
