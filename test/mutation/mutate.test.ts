import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawMutants, mutate } from './mutate.ts'
import { plantTree } from './planted-tree.ts'
import { scoreLine } from './report.ts'
import type { Verdict } from './try-mutants.ts'

/** The trees are small, and one of them has a loop without an end. */
const SLOWER_MS = 2_000
const LIMIT_MS = 120_000
const COMMAND = { areas: [], tests: [], unit: 6, integration: 3, max: 100, seed: 1, lists: false }

const vitestConfig = (isolate: boolean): string =>
  `export default { test: { isolate: ${isolate}, include: ['**/*.test.ts'] } }`

/** A test file that passes when a function of the file gives this result. */
const expecting = (file: string, ...claims: string[]): string =>
  `import { expect, test } from 'vitest'\nimport { f } from '${file}'\ntest('f', () => { ${claims.join('; ')} })`

async function verdictsOf(root: string, paths: string[]): Promise<{ verdicts: Verdict[]; told: string[] }> {
  const command = { ...COMMAND, paths }
  const verdicts: Verdict[] = []
  const told: string[] = []
  await using using = new AsyncDisposableStack()
  const tell = (line: string): void => void told.push(line)
  for await (const verdict of mutate(root, command, drawMutants(root, command).drawn, {
    using,
    tell,
    slowerMs: SLOWER_MS,
  })) {
    verdicts.push(verdict)
  }
  return { verdicts, told }
}

const outcomes = (verdicts: readonly Verdict[]) => verdicts.map(({ mutant, outcome }) => `${outcome} ${mutant.after}`)

test.each([true, false])(
  'a planted survivor is found, and what the tests watch is killed, when Vitest isolates files: %s',
  async (isolate) => {
    const source = 'export const f = (a: number): boolean => a < limit\nconst limit = 5\n'
    await using tree = await plantTree({
      'vitest.config.ts': vitestConfig(isolate),
      'watched.ts': source,
      'watched.test.ts': expecting('./watched.ts', 'expect([4, 5, 4.5].map(f)).toEqual([true, false, true])'),
      'blind.ts': source,
      'blind.test.ts': expecting('./blind.ts', 'expect(f(1)).toBe(true)', 'expect(f(9)).toBe(false)'),
      'alone.ts': 'export const f = () => true\n',
      'idle.test.ts': "import { test } from 'vitest'\nimport './blind.ts'\ntest('nothing', () => {})",
    })
    const { verdicts, told } = await verdictsOf(tree.root, ['.'])
    expect(told).toEqual([])
    expect(outcomes(verdicts)).toEqual([
      'untested export const f = () => false',
      'survived f = (a: number): boolean => a <= limit',
      'killed f = (a: number): boolean => a >= limit',
      'survived const limit = 6',
      'survived const limit = 4',
      'killed f = (a: number): boolean => a <= limit',
      'killed f = (a: number): boolean => a >= limit',
      'killed const limit = 6',
      'killed const limit = 4',
    ])
    const ran = verdicts.flatMap((verdict) => verdict.ran)
    expect(new Set(ran), 'a test that imports a file and runs nothing of it is not chosen').toEqual(
      new Set(['blind.test.ts', 'watched.test.ts']),
    )
    expect(scoreLine(verdicts)).toBe(
      '5 of 9 killed (56 %), 0 of them by a timeout; 3 survived, 1 are reached by no test; the compiler refused 0 more',
    )
    expect(await readFile(join(tree.root, 'blind.ts'), 'utf8')).toBe(source)
  },
  LIMIT_MS,
)

test(
  'a mutant that the compiler refuses does not count as a survivor',
  async () => {
    await using tree = await plantTree({
      'vitest.config.ts': vitestConfig(false),
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "noEmit": true }, "files": ["first.ts"] }',
      'first.ts': 'export const f = (a: number | null): boolean => (a ?? 0) < 2\n',
      'first.test.ts': expecting('./first.ts', 'expect([1, 2, 1.5].map(f)).toEqual([true, false, true])'),
    })
    const { verdicts } = await verdictsOf(tree.root, ['first.ts'])
    const refused = verdicts.filter(({ outcome }) => outcome === 'refused')
    expect(outcomes(refused)).toEqual(['refused number | null): boolean => (a) < 2'])
    expect(scoreLine(verdicts)).toBe(
      '4 of 5 killed (80 %), 0 of them by a timeout; 1 survived, 0 are reached by no test; the compiler refused 1 more',
    )
  },
  LIMIT_MS,
)

test(
  'a mutant that a spawned process runs is killed, one that never ends is stopped, and a test that fails anyway is left out',
  async () => {
    await using tree = await plantTree({
      'vitest.config.ts': vitestConfig(true),
      'child.ts': 'process.exit(3)\n',
      'child.test.ts': [
        "import { spawnSync } from 'node:child_process'",
        "import { expect, test } from 'vitest'",
        "if (false) await import('./child.ts')",
        "test('child', () => expect(spawnSync(process.execPath, ['child.ts']).status).toBe(3))",
      ].join('\n'),
      'endless.ts':
        "const step = 'a'.length\nexport const f = () => { let i = 0; while (i < 3) i += step; return i }\n",
      'endless.test.ts': expecting('./endless.ts', 'expect(f()).toBe(3)'),
      'broken.test.ts': expecting('./endless.ts', 'expect(f()).toBe(1)'),
    })
    const { verdicts, told } = await verdictsOf(tree.root, ['child.ts', 'endless.ts'])
    expect(told).toEqual([expect.stringContaining('left out, because it fails without any mutation: broken.test.ts')])
    const outcome = (after: string) => verdicts.find(({ mutant }) => mutant.after.includes(after))?.outcome
    expect(outcome('process.exit(4)')).toBe('killed')
    expect(outcome('i -= step')).toBe('timeout')
    expect(outcome('let i = 1')).toBe('survived')
  },
  LIMIT_MS,
)

test(
  'nothing is left behind when the tool is interrupted',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'market-interrupted-'))
    const tool = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), 'shared/time/clock.ts'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, TMPDIR: folder },
    })
    try {
      const exited = once(tool, 'exit')
      await once(tool.stdout, 'data')
      while ((await readdir(folder)).length === 0) await new Promise((done) => setTimeout(done, 20))
      tool.kill('SIGINT')
      expect((await exited)[0]).toBe(130)
      expect(await readdir(folder)).toEqual([])
    } finally {
      tool.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  },
  LIMIT_MS,
)
