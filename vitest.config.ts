import { defineConfig } from 'vitest/config'
import { ReliabilityReport } from './test/harness/reliability-report.ts'

const pure = ['{api,bench,ops,pipeline,shared,simulator,start,workers}/**/*.test.ts']

/** Tests of the tree itself: its rules, their planted offenders, its documents. */
const STATIC = [
  'test/architecture.test.ts',
  'test/architecture/**/*.test.ts',
  'test/docs/docs.test.ts',
  'test/docs/planted.test.ts',
]

const setupFiles = ['test/harness/fixed-seeds.ts']

/** Unit tests sit beside their code and need no server; everything in test/ brings its own. */
export default defineConfig({
  test: {
    reporters: ['default', new ReliabilityReport()],
    projects: [
      { test: { name: 'unit', include: pure, setupFiles, testTimeout: 20_000 } },
      { test: { name: 'architecture', include: STATIC, testTimeout: 60_000 } },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          exclude: STATIC,
          setupFiles,
          globalSetup: ['test/harness/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
    ],
  },
})
