import { defineConfig } from 'vitest/config'
import { LongestFirst } from './harness/longest-first.ts'
import { PropertySeed } from './harness/property-seed.ts'
import { ReliabilityReport } from './harness/reliability-report.ts'
import { isLong, prepareEnvironment } from './harness/run-environment.ts'
import { TEST_PROJECTS, type TestProject } from './harness/test-projects.ts'
import { isLateWrite } from './shared/run-process.ts'

prepareEnvironment()

const files = ({ include, exclude }: TestProject) => ({ include: [...include], exclude: [...exclude] })

/** Such a test takes seconds; a machine whose neighbours are busy may leave it a tenth of a processor. */
const SERVER_TEST_MS = 120_000
/** A long run tries every case of a property, which takes as long as it takes. */
const patience = isLong ? 10 : 1
const shared = {
  setupFiles: ['harness/property-tests.ts'],
  // Each test makes and drops an app or a world; in more room the collector copies fewer of them.
  execArgv: ['--max-semi-space-size=32'],
}
const pure = { ...shared, testTimeout: 20_000 * patience }
const server = {
  ...shared,
  testTimeout: SERVER_TEST_MS * patience,
  hookTimeout: SERVER_TEST_MS,
  globalSetup: ['harness/global-setup.ts'],
}

/** Unit tests sit beside their code and need no server; everything in test/ brings its own. */
export default defineConfig({
  test: {
    reporters: ['default', new PropertySeed(), new ReliabilityReport()],
    // A file of tests waits for its servers a third of the time, so three at a time keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Files that share a process load what they test once.
    isolate: false,
    // Tests that break the link to Postgres run the API in their own process, which forgives what a real one forgives.
    onUnhandledError: (error) => !isLateWrite(error),
    projects: [
      { test: { name: 'unit', ...files(TEST_PROJECTS.unit), ...pure } },
      { test: { name: 'doubles', ...files(TEST_PROJECTS.doubles), ...pure, isolate: true } },
      { test: { name: 'architecture', ...files(TEST_PROJECTS.architecture), testTimeout: 60_000 } },
      { test: { name: 'integration', ...files(TEST_PROJECTS.integration), ...server } },
      { test: { name: 'slow', ...files(TEST_PROJECTS.slow), ...server, sequence: { groupOrder: 1 } } },
      { test: { name: 'heavy', ...files(TEST_PROJECTS.heavy), ...server, maxWorkers: 2, sequence: { groupOrder: 2 } } },
      {
        test: {
          name: 'half-day',
          ...files(TEST_PROJECTS['half-day']),
          ...server,
          maxWorkers: 2,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
