import type { Footprints } from './footprints.ts'
import type { TestRunner } from './test-runner.ts'

/** Tests without a mutation, in a run that starts the servers as well. */
const LIMIT_MS = 30 * 60_000

/** Runs each test file once on the unchanged tree: a file that fails there cannot say anything about a mutant. */
export class Baseline {
  readonly #runner: TestRunner
  readonly #footprints: Footprints
  /** The folder into which the probe writes. */
  readonly #traces: string
  readonly #tell: (line: string) => void
  readonly #ms = new Map<string, number | null>()

  constructor(runner: TestRunner, footprints: Footprints, traces: string, tell: (line: string) => void) {
    this.#runner = runner
    this.#footprints = footprints
    this.#traces = traces
    this.#tell = tell
  }

  async measure(tests: readonly string[]): Promise<void> {
    const unknown = tests.filter((test) => !this.#ms.has(test))
    if (unknown.length === 0) return
    const request = { changed: null, tests: unknown, recordsFootprints: true, stopsAtFailure: false }
    const result = await this.#runner.run(request, LIMIT_MS)
    this.#footprints.keep(this.#traces, unknown)
    for (const test of unknown) {
      const why = result ? result.failed[test] : 'does not end'
      this.#ms.set(test, why === undefined ? (result?.passed[test] ?? null) : null)
      if (why !== undefined) {
        this.#tell(`left out, because it fails without any mutation: ${test} (${why.split('\n')[0]})`)
      }
    }
  }

  /** The milliseconds of a test file that has been measured; null when it fails. */
  msOf(test: string): number | null {
    return this.#ms.get(test) ?? null
  }
}
