import { mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { startEmbeddedPostgres } from '../../shared/postgres/server/embedded.ts'
import { areaOf, isBelow } from './areas.ts'
import { Baseline } from './baseline.ts'
import { chosenTests } from './chosen-tests.ts'
import { codeBelow, isTestFile, readCodeTree } from './code-tree.ts'
import type { MutateCommand } from './command-line.ts'
import { Footprints } from './footprints.ts'
import type { Mutant } from './mutant.ts'
import { candidatesOf, isMutant, sample } from './mutants.ts'
import { type NearestTests, nearestTests } from './nearest-tests.ts'
import { TestRunner } from './test-runner.ts'
import { copyTree } from './tree-copy.ts'
import { SLOWER_MS, tryMutants, type Verdict } from './try-mutants.ts'
import { typeCheckOf } from './type-check.ts'

const CONNECTIONS_MAX = 200

/** Data is excluded: another figure of an example, or of a deliberately wide bound, would do as well. */
const DATA = /examples?\.ts$|^pipeline\/sources\/series-bounds\.ts$/

const mutableBelow = (root: string): string[] => codeBelow(root).filter((path) => !isTestFile(path) && !DATA.test(path))

function filesBelow(root: string, paths: readonly string[]): string[] {
  const code = mutableBelow(root)
  const below = (path: string, wanted: string): boolean => wanted === '.' || isBelow(path, wanted)
  const wanted = paths.map((path) => posix.normalize(path).replace(/\/$/, ''))
  const missing = wanted.find((one) => !code.some((path) => below(path, one)))
  if (missing !== undefined) throw new AppError('invalid', `there is no code at ${missing}`)
  return code.filter((path) => wanted.some((one) => below(path, one)))
}

/** The mutants that a command tries, and how many changes there are to draw from. */
export function drawMutants(root: string, command: MutateCommand): { drawn: Mutant[]; all: number } {
  const { paths, areas, max, seed } = command
  const pools =
    areas.length === 0
      ? [filesBelow(root, paths)]
      : areas.map((area) => mutableBelow(root).filter((path) => areaOf(path) === area))
  const texts = new Map(pools.flat().map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const changes = pools.map((files) => files.flatMap((path) => candidatesOf(path, texts.get(path)!)))
  // Each check parses the whole file, so that only what is drawn is checked.
  const isFit = (change: Mutant): boolean => isMutant(texts.get(change.path)!, change)
  return { drawn: changes.flatMap((all) => sample(all, max, seed, isFit)), all: changes.flat().length }
}

/** Records of which functions tests run are worth keeping: making them all takes as long as the tests. */
const FOOTPRINTS = 'coverage/footprints'

/** One server for every run, since a run that is killed could not stop its own. */
async function startServer(using: AsyncDisposableStack): Promise<Record<string, string>> {
  const making = mkdtemp(join(tmpdir(), 'market-mutants-postgres-'))
  using.defer(async () => rm(await making, { recursive: true, force: true }))
  const dataDir = await making
  const starting = startEmbeddedPostgres({ dataDir, durable: false, connectionsMax: CONNECTIONS_MAX })
  using.defer(async () => (await starting.catch(() => null))?.stop())
  return { DATABASE_URL: (await starting).adminUrl }
}

export interface MutateOptions {
  using: AsyncDisposableStack
  tell: (line: string) => void
  slowerMs?: number
}

/** Mutates a copy of the tree; the files of the tree itself are only read. */
export async function* mutate(
  root: string,
  command: MutateCommand,
  mutants: readonly Mutant[],
  { using, tell, slowerMs = SLOWER_MS }: MutateOptions,
): AsyncGenerator<Verdict> {
  const copy = await copyTree(root, using)
  const tree = readCodeTree(copy)
  const footprints = new Footprints(tree, join(root, FOOTPRINTS))
  const traces = join(copy, '.traces')
  mkdirSync(traces)
  const { tests, ...most } = command
  const named = { unit: [], integration: [...tests] }
  const mayUseServer = (path: string): boolean =>
    most.integration > 0 && (tests.length > 0 || nearestTests(tree, path).integration.length > 0)
  const needsServer = mutants.some(({ path }) => mayUseServer(path))
  const env = needsServer && !process.env.DATABASE_URL ? await startServer(using) : {}
  const runner = using.use(new TestRunner(copy, { ...env, FOOTPRINTS: traces }))
  const baseline = new Baseline(runner, footprints, traces, tell)
  const testsOf = async (mutant: Mutant): Promise<NearestTests> =>
    tests.length > 0 ? named : await chosenTests({ tree, footprints, baseline, most }, mutant)
  const isRefused = await typeCheckOf(copy)
  yield* tryMutants({ root: copy, runner, isRefused, baseline, testsOf, slowerMs }, mutants)
}
