import { LRUCache } from 'lru-cache'
import { entriesMax } from '../../shared/entries-max.ts'
import type { DocumentTopic } from '../../shared/postgres/signals/read-models.ts'
import { COMPRESSED_FROM_BYTES } from '../http/encodings.ts'
import { type ReadyDocument, readyDocument } from './ready-document.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    cache: DocumentCache
  }
}

const DOCUMENTS_MAX = 2_000
const URLS_MAX = 4_000
const URL_CHARS_MAX = 256
/** After a failed load the next attempt waits, so that a locked table does not slow every reader down. */
const FAILURE_MS = 1_000

const roomOf = (bytes: number): number => (bytes < COMPRESSED_FROM_BYTES ? bytes : Math.ceil(bytes * 1.5))

interface Entry {
  document: ReadyDocument
  text: string
  topics: readonly DocumentTopic[]
  /** The number of announcements when its load began: a load from before an announcement is not fresh after it. */
  generation: number
  failure: { error: unknown; generation: number; untilMs: number } | null
}

interface Load {
  generation: number
  result: Promise<ReadyDocument>
}

export interface DocumentCacheDeps {
  ageMs: number
  bytesMax: number
  nowMs?: () => number
}

/** The input of a document: `text` as it was read, and `check`, which runs only when the text is new. */
export type LoadText = () => Promise<{
  text: string
  contentType: string
  headers?: Readonly<Record<string, string>>
  traceparent: string | null
  check: (text: string) => string
}>

/**
 * The documents of public routes as ready bytes. A document is served until its age or an announced change; one load
 * per document runs at a time. Old documents stay for an outage, up to the byte limit.
 */
export class DocumentCache {
  readonly stats = { hits: 0, loads: 0, evictions: 0 }
  readonly #deps: Required<DocumentCacheDeps>
  readonly #entries: LRUCache<string, Entry>
  readonly #loads = new Map<string, Load>()
  /** Raw request URL to key, so that a hot read parses nothing. */
  readonly #keys = new LRUCache<string, string>(entriesMax(URLS_MAX))
  readonly #announced = new Map<DocumentTopic | 'all', number>()

  constructor(deps: DocumentCacheDeps) {
    this.#deps = { nowMs: () => performance.now(), ...deps }
    this.#entries = new LRUCache({
      max: DOCUMENTS_MAX,
      maxSize: deps.bytesMax,
      // Compressed copies are made later, so their room is reserved: they have never taken half of the text.
      sizeCalculation: ({ document }) => Math.max(1, roomOf(document.body.length)),
      dispose: (_entry, _key, reason) => {
        if (reason === 'evict') this.stats.evictions++
      },
    })
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  /** The document that this URL was served before, if it is still fresh. */
  hot(url: string): ReadyDocument | null {
    const key = this.#keys.get(url)
    return key === undefined ? null : this.#hit(key)
  }

  /** Like `hot`, but does not count as a read. */
  fresh(url: string): ReadyDocument | null {
    const key = this.#keys.peek(url)
    const entry = key === undefined ? undefined : this.#entries.peek(key)
    return entry && this.#isFresh(entry) ? entry.document : null
  }

  /** Remembers that the URL means this document. */
  alias(url: string, key: string): void {
    if (url.length <= URL_CHARS_MAX && this.#entries.has(key)) this.#keys.set(url, key)
  }

  async get(key: string, topics: readonly DocumentTopic[], load: LoadText): Promise<ReadyDocument> {
    const fresh = this.#hit(key)
    if (fresh) return fresh
    const generation = this.#generation(topics)
    const running = this.#loads.get(key)
    if (running?.generation === generation) return running.result
    const failure = this.#entries.peek(key)?.failure
    if (failure?.generation === generation && this.#deps.nowMs() < failure.untilMs) throw failure.error
    const started = { generation, result: this.#load(key, { topics, generation, load }) }
    this.#loads.set(key, started)
    try {
      return await started.result
    } catch (error) {
      const untilMs = this.#deps.nowMs() + Math.min(FAILURE_MS, this.#deps.ageMs)
      const entry = this.#entries.peek(key)
      if (entry) entry.failure = { error, generation, untilMs }
      throw error
    } finally {
      if (this.#loads.get(key) === started) this.#loads.delete(key)
    }
  }

  /** The last known document, however old. */
  last(key: string): { document: ReadyDocument; ageMs: number } | null {
    const document = this.#entries.get(key)?.document
    return document ? { document, ageMs: this.#deps.nowMs() - document.confirmedAtMs } : null
  }

  forget(key: string): void {
    this.#entries.delete(key)
  }

  invalidate(topic: DocumentTopic | 'all'): void {
    this.#announced.set(topic, this.#announcements(topic) + 1)
  }

  #announcements(topic: DocumentTopic | 'all'): number {
    return this.#announced.get(topic) ?? 0
  }

  #generation(topics: readonly DocumentTopic[]): number {
    let sum = this.#announcements('all')
    for (const topic of topics) sum += this.#announcements(topic)
    return sum
  }

  #hit(key: string): ReadyDocument | null {
    const entry = this.#entries.get(key)
    if (!entry || !this.#isFresh(entry)) return null
    this.stats.hits++
    return entry.document
  }

  #isFresh({ document, generation, topics }: Entry): boolean {
    if (generation !== this.#generation(topics)) return false
    return this.#deps.nowMs() - document.confirmedAtMs < this.#deps.ageMs
  }

  async #load(
    key: string,
    { topics, generation, load }: { topics: readonly DocumentTopic[]; generation: number; load: LoadText },
  ): Promise<ReadyDocument> {
    this.stats.loads++
    const { text, contentType, headers, traceparent, check } = await load()
    const confirmedAtMs = this.#deps.nowMs()
    const known = this.#entries.peek(key)
    // A slow load that a newer one overtook answers its own callers and leaves the entry alone.
    const isOvertaken = known !== undefined && generation < known.generation
    if (!isOvertaken && known?.document.traceparent === traceparent && known.text === text) {
      known.document.confirmedAtMs = confirmedAtMs
      known.generation = generation
      return known.document
    }
    const document = readyDocument(Buffer.from(check(text)), {
      contentType,
      traceparent,
      confirmedAtMs,
      ...(headers ? { headers } : {}),
    })
    if (!isOvertaken) this.#entries.set(key, { document, text, topics, generation, failure: null })
    return document
  }
}
