import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CodeTree } from './code-tree.ts'

/** The functions of each file that a test file ran, with the text of both as it was then. */
interface Footprint {
  test: string
  files: Record<string, { text: string; ran: string[] }>
}

const hashOf = (text: string): string => hash('sha1', text)

function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return null
  }
}

/**
 * Knows which functions each test file runs. The records outlive the tool, in a folder that git ignores; one holds as
 * long as the test and the file in question have the text that they had.
 */
export class Footprints {
  readonly #tree: CodeTree
  readonly #folder: string
  readonly #known = new Map<string, Footprint | null>()

  constructor(tree: CodeTree, folder: string) {
    this.#tree = tree
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  #hashOf(path: string): string {
    return hashOf(this.#tree.texts.get(path) ?? '')
  }

  #of(test: string): Footprint | null {
    if (!this.#known.has(test)) this.#known.set(test, readJson(this.#pathOf(this.#folder, test)))
    return this.#known.get(test)!
  }

  #pathOf(folder: string, test: string): string {
    return join(folder, `${encodeURIComponent(test)}.json`)
  }

  /** The names of the functions of a file that a test runs; null when no record of it holds. */
  ranBy(test: string, path: string): readonly string[] | null {
    const footprint = this.#of(test)
    if (footprint?.test !== this.#hashOf(test)) return null
    const file = footprint.files[path]
    if (!file) return []
    return file.text === this.#hashOf(path) ? file.ran : null
  }

  /** Keeps what the probe wrote into a folder while these tests ran; a test without a trace has an empty record. */
  keep(written: string, tests: readonly string[]): void {
    for (const test of tests) {
      const ran = readJson<Record<string, string[]>>(this.#pathOf(written, test)) ?? {}
      const files = Object.entries(ran).filter(([path]) => this.#tree.texts.has(path))
      const footprint: Footprint = {
        test: this.#hashOf(test),
        files: Object.fromEntries(files.map(([path, names]) => [path, { text: this.#hashOf(path), ran: names }])),
      }
      this.#known.set(test, footprint)
      writeFileSync(this.#pathOf(this.#folder, test), JSON.stringify(footprint))
    }
  }
}
