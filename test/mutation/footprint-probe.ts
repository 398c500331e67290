import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'

/**
 * A setup file of a run without a mutation: it asks V8 which functions a test file runs, and writes their names by the
 * path of their file. A process that a test starts leaves no trace here.
 */
const FOLDER = process.env.FOOTPRINTS!
const root = process.cwd()

const session = new Session()
session.connect()
session.post('Profiler.enable')
// Counting calls would slow the simulated vendors so much that their callers give up.
const start = (): void => session.post('Profiler.startPreciseCoverage', { callCount: false, detailed: false })
start()
// Files share a process, and a function is reported once per start: what ran before this file is taken out first.
session.post('Profiler.takePreciseCoverage')
session.post('Profiler.stopPreciseCoverage')
start()

const pathOf = (url: string): string | null => {
  const path = url.startsWith('file://') ? relative(root, fileURLToPath(url)) : '..'
  return path.startsWith('..') || path.includes('node_modules') ? null : path
}

afterAll(() => {
  session.post('Profiler.takePreciseCoverage', (_error, coverage) => {
    const ran: Record<string, string[]> = {}
    for (const { url, functions } of coverage?.result ?? []) {
      const path = pathOf(url)
      if (path === null) continue
      const names = functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName)
      ran[path] = [...new Set(names.map((name) => name.replace(/^(?:get|set) /, '')))]
    }
    const test = relative(root, expect.getState().testPath!)
    writeFileSync(join(FOLDER, `${encodeURIComponent(test)}.json`), JSON.stringify(ran))
  })
  session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
})
