import { join, relative } from 'node:path'
import { createVitest, type Reporter, type TestModule, type TestSpecification, type Vitest } from 'vitest/node'
import type { RunnerMessage, RunRequest, RunResult } from './runner-messages.ts'

/**
 * One Vitest that stays for many runs, in a process of its own: a mutant that never ends is killed together
 * with it. The argument is the root of the tree.
 */
const root = process.argv[2]!
const say = (message: RunnerMessage): void => void process.send?.(message)

const PROBE = join(import.meta.dirname, 'footprint-probe.ts')
const TEST_TIMEOUT_MS = 120_000

let running: RunResult = { failed: {}, passed: {} }
let stopsAtFailure = false
let vitest: Vitest
/** By now the file of the last run has its original text again. */
let changedBefore: string | null = null

const pathOf = (module: TestModule): string => relative(root, module.moduleId)

function fail(path: string, message: string | undefined): void {
  running.failed[path] ??= message ?? 'failed'
  if (stopsAtFailure) void vitest.cancelCurrentRun('test-failure')
}

const reporter: Reporter = {
  onTestCaseResult(testCase) {
    const { state, errors } = testCase.result()
    if (state === 'failed') fail(pathOf(testCase.module), `${testCase.fullName}: ${errors?.[0]?.message}`)
  },
  onTestModuleEnd(module) {
    if (module.state() === 'failed') fail(pathOf(module), module.errors()[0]?.message)
    else running.passed[pathOf(module)] = module.diagnostic().duration
  },
  onTestRunEnd(_modules, unhandledErrors) {
    const [first] = unhandledErrors
    if (first) fail('unhandled error', first.message)
  },
}

async function run(specifications: readonly TestSpecification[], request: RunRequest): Promise<RunResult> {
  running = { failed: {}, passed: {} }
  stopsAtFailure = request.stopsAtFailure
  const wanted = new Set(request.tests.map((test) => join(root, test)))
  const chosen = specifications.filter(({ moduleId }) => wanted.has(moduleId))
  for (const path of [changedBefore, request.changed]) {
    if (path !== null) vitest.invalidateFile(join(root, path))
  }
  changedBefore = request.changed
  for (const { config } of vitest.projects) {
    const own = config.setupFiles.filter((path) => path !== PROBE)
    config.setupFiles = request.recordsFootprints ? [...own, PROBE] : own
  }
  await vitest.runTestSpecifications(chosen)
  for (const test of request.tests) {
    if (!(test in running.passed)) running.failed[test] ??= 'did not run'
  }
  return running
}

async function main(): Promise<void> {
  vitest = await createVitest('test', { root, watch: false, silent: true, reporters: [reporter] })
  // The time limit of a whole run ends what never ends; a busy machine alone should not make a test fail.
  for (const { config } of vitest.projects) config.testTimeout = Math.max(config.testTimeout, TEST_TIMEOUT_MS)
  await vitest.standalone()
  const specifications = await vitest.globTestSpecifications()
  process.on('message', (request: RunRequest) => {
    run(specifications, request).then(
      (result) => say({ result }),
      (error: unknown) => say({ error: String(error) }),
    )
  })
  for (const event of ['SIGTERM', 'disconnect'] as const) {
    process.once(event, () => void vitest.close().finally(() => process.exit()))
  }
  say({ ready: true })
}

main().catch((error: unknown) => say({ error: String(error) }))
