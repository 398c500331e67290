import type { BackfillStep } from '../../shared/domain/contract/history-loading.ts'

/** The document of a public route: its path, its parameters, and the contract of its answer as a client sees it. */
export interface Reading<T> {
  path: string
  params?: Record<string, string>
  query?: Record<string, string>
  /** The step of loading history without which its figures are not complete. */
  restsOn?: BackfillStep
  /** Carries the type only. */
  answer?: T
}

export const reading = <T>(path: string, rest: Omit<Reading<T>, 'path'> = {}): Reading<T> => ({ path, ...rest })

/** A document as a page sees it; `value` is null only if even its empty form could not be made. */
export interface Known<T> {
  value: T | null
  reason: string | null
  staleSeconds: number | null
  /** The history that its figures rest on is still loading. */
  isPartial?: boolean
}

export type Readings = Readonly<Record<string, Reading<unknown>>>
export type KnownDocuments<R extends Readings> = { [K in keyof R]: R[K] extends Reading<infer T> ? Known<T> : never }

/** Sessions of about 365 days. */
export const YEAR_SESSIONS = '252'

/** A page that is open is drawn again this often. */
export const REFRESH_SECONDS = 60

export interface PageContent {
  title: string
  /** One sentence for search engines and link previews. */
  description: string
  /** Markup; every value in it is escaped by the template. */
  main: string
  /** Modules of `assets/` that the page loads. */
  scripts?: readonly string[]
  /** Style sheets of `assets/` in addition to the common one. */
  styles?: readonly string[]
  /** True if the header hides what is wrong with the service, which names stages and sources. */
  isQuiet?: boolean
  /** Its own script draws its content, so that only its head is refreshed. */
  drawsItself?: boolean
  /** Refreshes without a script too, which takes the reader back to the top. */
  refreshesWithoutScript?: boolean
}
