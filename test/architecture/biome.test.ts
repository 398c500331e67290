import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../..')
const lines = (count: number, line: string): string => `${line}\n`.repeat(count)

/** One offender for each rule of biome.json that is not in Biome's recommended set, or that we rely on. */
const OFFENDERS: readonly (readonly [path: string, text: string, rule: string])[] = [
  ['shared/default.ts', 'export default {}', 'noDefaultExport'],
  ['shared/default-alias.ts', 'const a = 1\nexport { a as default }', 'noDefaultExport'],
  ['shared/common.ts', `module.exports = require('zod')`, 'noCommonJs'],
  ['shared/prefix.ts', `import fs from 'fs'\nfs.statSync('a')`, 'useNodejsImportProtocol'],
  ['shared/runProcess.ts', '', 'useFilenamingConvention'],
  ['shared/run_process.ts', '', 'useFilenamingConvention'],
  ['shared/long-file.ts', lines(301, 'f()'), 'noExcessiveLinesPerFile'],
  ['shared/long-function.ts', `export function a() {\n${lines(71, 'f()')}}`, 'noExcessiveLinesPerFunction'],
  ['shared/any-type.ts', 'export const a = (b: any) => b', 'noExplicitAny'],
  ['shared/silenced.ts', '// @ts-ignore because\nf()', 'noTsIgnore'],
  ['workers/environment.ts', 'f(process.env.PORT)', 'noProcessEnv'],
  ['workers/environment-import.ts', `import { env } from 'node:process'\nf(env.PORT)`, 'noProcessEnv'],
  ['test/focused.test.ts', `test.only('a', () => {})`, 'noFocusedTests'],
  ['test/skipped.test.ts', `describe.skip('a', () => {})`, 'noSkippedTests'],
  ['shared/cycle-a.ts', `import { b } from './cycle-b.ts'\nexport const a = () => b`, 'noImportCycles'],
  ['shared/cycle-b.ts', `import { a } from './cycle-a.ts'\nexport const b = () => a`, 'noImportCycles'],
  ['shared/undeclared.ts', `import x from 'lodash'\nx()`, 'noUndeclaredDependencies'],
  ['shared/developers-only.ts', `import { test } from 'vitest'\ntest('a', f)`, 'noUndeclaredDependencies'],
  ['shared/floating.ts', `async function a() {}\nexport function b() {\n  a()\n}`, 'noFloatingPromises'],
]

const INNOCENT: readonly (readonly [path: string, text: string])[] = [
  ['api/main.ts', `import { readConfig } from '../shared/config.ts'\nreadConfig(process.env)\n`],
  ['shared/unit.test.ts', `import { test } from 'vitest'\ntest.skipIf(process.env.CI)('a', () => {})\n`],
  ['tool.config.ts', `export default {}\n`],
  ['harness/a.ts', `import { inject } from 'vitest'\nexport const url = inject('pgUrl')\n`],
]

const Report = z.object({
  diagnostics: z.array(z.object({ category: z.string().nullish(), location: z.object({ path: z.string() }) })),
})

let folder: string
let found: { path: string; rule: string }[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'market-state-biome-'))
  for (const file of ['biome.json', 'package.json']) await cp(join(ROOT, file), join(folder, file))
  for (const [path, text] of [...OFFENDERS, ...INNOCENT]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  // Biome exits with 1 when it finds something; its report is on stdout either way.
  const { stdout } = await promisify(execFile)(
    join(ROOT, 'node_modules/.bin/biome'),
    ['lint', '--reporter=json', '--max-diagnostics=500', '.'],
    { cwd: folder, maxBuffer: 1 << 24 },
  ).catch((error: unknown) => z.object({ stdout: z.string() }).parse(error))
  found = Report.parse(JSON.parse(stdout)).diagnostics.map(({ category, location }) => ({
    path: location.path,
    rule: category?.split('/').at(-1) ?? '',
  }))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(OFFENDERS)('biome: %s is refused for its planted offence', (path, _text, rule) => {
  expect(found).toContainEqual({ path, rule })
})

test.each(INNOCENT)('biome: %s is accepted', (path) => {
  expect(found.filter((one) => one.path === path)).toEqual([])
})
