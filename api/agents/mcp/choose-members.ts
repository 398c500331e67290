import { type Document, isDocument, type Json } from './service-call.ts'

/** The named members of a document, in the order named; members that it lacks are left out. */
export const choose = (document: Document, names: readonly string[]): Document =>
  Object.fromEntries(names.flatMap((name) => (name in document ? [[name, document[name]!]] : [])))

/** Each entry of a list as a tool passes it on. */
export const shortenEach = (list: Json | undefined, shorten: (entry: Document) => Document): Json[] =>
  Array.isArray(list) ? list.filter(isDocument).map(shorten) : []

/** The named members of each entry of a list. */
export const chooseEach = (list: Json | undefined, names: readonly string[]): Json[] =>
  shortenEach(list, (entry) => choose(entry, names))

/** The given member of each entry of a record, such as the level of each signal. */
export const pluck = (record: Json | undefined, name: string): Document =>
  isDocument(record)
    ? Object.fromEntries(
        Object.entries(record).flatMap(([key, entry]) =>
          isDocument(entry) && name in entry ? [[key, entry[name]!]] : [],
        ),
      )
    : {}

/** Members by which a route marks its answer as old or empty. Every tool passes them on. */
export const CAVEATS = ['stale', 'stale_age_seconds', 'stale_reason', 'reason'] as const
