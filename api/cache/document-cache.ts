import type { DocumentTopic } from '../../shared/postgres/signals/read-models.ts'
import { type ReadyDocument, readyDocument } from './ready-document.ts'

const ENTRIES_MAX = 2_000
const ALIASES_MAX = 4_000
const ALIAS_CHARS_MAX = 256
/** A load that failed is not tried again at once, so that a locked table does not slow every reader down. */
const FAILURE_MS = 1_000

interface Entry {
  key: string
  topics: readonly DocumentTopic[]
  document: ReadyDocument | null
  text: string
  /** Counts announcements, so that a load that began before one does not pass for news. */
  generation: number
  freshGeneration: number
  loading: { generation: number; result: Promise<ReadyDocument> } | null
  usedAtMs: number
  failure: { error: unknown; generation: number; untilMs: number } | null
}

export interface DocumentCacheDeps {
  ageMs: number
  bytesMax: number
  nowMs?: () => number
}

/** What to build a document from: `text` as it was read, and `check`, run only when the text is new. */
export type LoadText = () => Promise<{
  text: string
  contentType: string
  traceparent: string | null
  check: (text: string) => string
}>

/** The documents of public routes as ready bytes: single-flight, announced changes, a limit in age and in bytes. */
export class DocumentCache {
  readonly stats = { hits: 0, loads: 0, evictions: 0 }
  readonly #deps: Required<DocumentCacheDeps>
  readonly #entries = new Map<string, Entry>()
  /** Raw request URL to entry, so that a hot read parses nothing. */
  readonly #aliases = new Map<string, Entry>()
  #bytes = 0

  constructor(deps: DocumentCacheDeps) {
    this.#deps = { nowMs: () => performance.now(), ...deps }
  }

  get bytes(): number {
    return this.#bytes
  }

  /** The document of a URL served before, if it is still good. */
  hot(url: string): ReadyDocument | null {
    const entry = this.#aliases.get(url)
    return entry === undefined ? null : this.#fresh(entry)
  }

  /** As `hot`, for somebody who only looks: it counts as no read. */
  fresh(url: string): ReadyDocument | null {
    const entry = this.#aliases.get(url)
    return entry !== undefined && this.#isFresh(entry) ? entry.document : null
  }

  alias(url: string, key: string): void {
    const entry = this.#entries.get(key)
    if (!entry || url.length > ALIAS_CHARS_MAX) return
    if (this.#aliases.size >= ALIASES_MAX) this.#aliases.clear()
    this.#aliases.set(url, entry)
  }

  async get(key: string, topics: readonly DocumentTopic[], load: LoadText): Promise<ReadyDocument> {
    const entry = this.#entry(key, topics)
    const fresh = this.#fresh(entry)
    if (fresh) return fresh
    if (entry.loading?.generation === entry.generation) return entry.loading.result
    const { failure } = entry
    if (failure?.generation === entry.generation && this.#deps.nowMs() < failure.untilMs) throw failure.error
    const loading = { generation: entry.generation, result: this.#load(entry, load) }
    entry.loading = loading
    try {
      return await loading.result
    } catch (error) {
      const untilMs = this.#deps.nowMs() + Math.min(FAILURE_MS, this.#deps.ageMs)
      entry.failure = { error, generation: loading.generation, untilMs }
      throw error
    } finally {
      if (entry.loading === loading) entry.loading = null
      if (!entry.document && !entry.loading) this.#drop(entry)
    }
  }

  /** What was last known, however old. */
  last(key: string): { document: ReadyDocument; ageMs: number } | null {
    const document = this.#entries.get(key)?.document
    return document ? { document, ageMs: this.#deps.nowMs() - document.confirmedAtMs } : null
  }

  forget(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#drop(entry)
  }

  invalidate(topic: DocumentTopic | 'all'): void {
    for (const entry of this.#entries.values()) {
      if (topic === 'all' || entry.topics.includes(topic)) entry.generation++
    }
  }

  #fresh(entry: Entry): ReadyDocument | null {
    if (!this.#isFresh(entry)) return null
    entry.usedAtMs = this.#deps.nowMs()
    this.stats.hits++
    return entry.document
  }

  #isFresh({ document, freshGeneration, generation }: Entry): boolean {
    if (!document || freshGeneration !== generation) return false
    return this.#deps.nowMs() - document.confirmedAtMs < this.#deps.ageMs
  }

  #entry(key: string, topics: readonly DocumentTopic[]): Entry {
    const known = this.#entries.get(key)
    if (known) return known
    const made = {
      key,
      topics,
      document: null,
      text: '',
      generation: 0,
      freshGeneration: -1,
      loading: null,
      usedAtMs: 0,
      failure: null,
    }
    this.#entries.set(key, made)
    return made
  }

  async #load(entry: Entry, load: LoadText): Promise<ReadyDocument> {
    this.stats.loads++
    const { generation } = entry
    const { text, contentType, traceparent, check } = await load()
    const confirmedAtMs = this.#deps.nowMs()
    // A slow load that a newer one overtook answers its own callers and leaves the entry alone.
    const overtaken = generation < entry.freshGeneration
    if (!overtaken && entry.document?.traceparent === traceparent && entry.text === text) {
      entry.document.confirmedAtMs = confirmedAtMs
      entry.freshGeneration = generation
      return entry.document
    }
    const body = Buffer.from(check(text))
    const document = readyDocument(body, { contentType, traceparent, confirmedAtMs })
    if (overtaken || this.#entries.get(entry.key) !== entry) return document
    this.#bytes += body.length - (entry.document?.body.length ?? 0)
    Object.assign(entry, { document, text, freshGeneration: generation, usedAtMs: confirmedAtMs })
    this.#evict(entry)
    return document
  }

  #drop(entry: Entry): void {
    if (!this.#entries.delete(entry.key)) return
    this.#bytes -= entry.document?.body.length ?? 0
    // Aliases still point here; without its document the entry answers nothing.
    entry.document = null
  }

  #evict(keep: Entry): void {
    while (this.#bytes > this.#deps.bytesMax || this.#entries.size > ENTRIES_MAX) {
      let oldest: Entry | null = null
      for (const entry of this.#entries.values()) {
        if (entry !== keep && entry.document && (!oldest || entry.usedAtMs < oldest.usedAtMs)) oldest = entry
      }
      if (!oldest) return
      this.#drop(oldest)
      this.stats.evictions++
    }
  }
}
