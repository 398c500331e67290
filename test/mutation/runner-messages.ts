/** Messages to the process that runs tests, and its answers. */
export interface RunRequest {
  /** The file that changed since the last run, from the root. */
  changed: string | null
  tests: readonly string[]
  /** The probe writes into the runner's folder which functions each test file runs. */
  recordsFootprints: boolean
  /** The first failure ends the run. */
  stopsAtFailure: boolean
}

export interface RunResult {
  /** Test files that failed, each with its first failure. */
  failed: Record<string, string>
  /** Test files that ran without a failure, with their milliseconds. */
  passed: Record<string, number>
}

export type RunnerMessage = { ready: true } | { result: RunResult } | { error: string }
