import type { FeedRequest } from '../source.ts'

/** The SEC refuses clients without a name; the worker's user agent carries the operator's contact. */
export const secRequest = (path: string, accept: FeedRequest['accept'], bytesMax: number): FeedRequest => ({
  path,
  accept,
  bytesMax,
})

export const paddedCik = (cik: number): string => String(cik).padStart(10, '0')
