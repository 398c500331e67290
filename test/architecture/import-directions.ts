import { importsOf } from './import-list.ts'
import { isCode, type Rule } from './source-files.ts'

interface Direction {
  folder: string
  /** Prefixes of paths and packages. What is not listed is forbidden. */
  may: readonly (string | RegExp)[]
  never?: readonly string[]
}

const ANYTHING = ''
/** A unit test is next to its code, obeys its folder, and may use the test tools and what test/ offers. */
const UNIT_TEST_EXTRAS = ['pino', 'harness/', 'test/', 'vitest', 'fast-check', 'node:']

/** The first folder that fits counts, so the narrow ones come first. */
export const DIRECTIONS: readonly Direction[] = [
  // An example that readers copy uses nothing of the service except its client.
  { folder: 'docs/', may: ['client/'] },
  { folder: 'shared/domain/trading/', may: ['shared/domain/', 'shared/time/', 'zod', 'yalps'] },
  { folder: 'shared/domain/', may: ['shared/domain/', 'shared/time/', 'zod'] },
  { folder: 'shared/market/', may: ['shared/', 'pipeline/sources/', 'node:', 'zod', 'undici', 'ws', 'lru-cache'] },
  { folder: 'shared/ai/', may: ['shared/', 'node:', 'zod', 'ai', '@ai-sdk/'] },
  {
    folder: 'shared/',
    may: [
      'shared/',
      'node:',
      'zod',
      'postgres',
      'pino',
      'amqplib',
      'pg',
      'pg-boss',
      'luxon',
      'prom-client',
      'undici',
      'unhomoglyph',
      'canonicalize',
      'ipaddr.js',
      '@opentelemetry/',
    ],
  },
  {
    folder: 'pipeline/',
    may: [
      'pipeline/',
      'shared/domain/',
      'shared/time/',
      'shared/errors.ts',
      'zod',
      'csv-parse/sync',
      'fast-xml-parser',
      'entities',
      'fflate',
      'node:assert',
      'node:assert/strict',
    ],
    // Rules receive instants; with a clock, even a fake one, the same inputs could give two results.
    never: ['shared/time/clock.ts'],
  },
  { folder: 'workers/', may: ['workers/', 'pipeline/', 'shared/', 'node:', 'zod', 'undici', 'ws', 'postgres'] },
  {
    folder: 'api/',
    may: [
      // The registries list what exists, and these pure rules are run at request time.
      'api/',
      'shared/',
      /^pipeline\/[^/]+\/index\.ts$/,
      'pipeline/analogues/compare-condition.ts',
      'pipeline/gamma/contract-greeks.ts',
      'pipeline/reads/availability.ts',
      'pipeline/reads/position-read.ts',
      'pipeline/reads/pulse.ts',
      'pipeline/sources/vendors-off.ts',
      'pipeline/themes/ai-capital-cycle.ts',
      'pipeline/transitions/regime-spells.ts',
      'pipeline/transitions/snapshot-diff.ts',
      'node:',
      'zod',
      'fastify',
      'fastify-type-provider-zod',
      '@fastify/',
      '@modelcontextprotocol/',
      // The types of the published contract, from which the pages are rendered.
      'client/index.d.ts',
      'ghtml',
      'markdown-it',
      'prom-client',
      'csv-stringify',
      'lru-cache',
      'postgres',
      'ws',
    ],
  },
  {
    folder: 'simulator/',
    may: [
      'simulator/',
      'shared/domain/scenario.ts',
      'shared/time/',
      'shared/errors.ts',
      'node:',
      'zod',
      'fastify',
      'fflate',
      'ws',
      'csv-stringify',
      'lru-cache',
    ],
  },
  { folder: 'ops/', may: ['ops/', 'shared/', 'workers/', 'pipeline/', 'node:', 'zod', 'commander'] },
  {
    folder: 'start/',
    may: ['start/', 'shared/', 'api/', 'workers/', 'simulator/', 'pipeline/', 'node:', 'zod'],
  },
  { folder: 'bench/', may: [/^(?!test\/)/] },
  { folder: 'harness/', may: [/^(?!(?:test|bench)\/)/] },
  { folder: 'test/', may: [ANYTHING] },
]

/** The files that may import a name that is known only at run time. */
const COMPUTED_IMPORTS: Record<string, string> = {
  'shared/postgres/server/embedded.ts': 'the package with the server binaries is named after platform and processor',
}

const fits = (target: string, allowed: string | RegExp): boolean => {
  if (typeof allowed !== 'string') return allowed.test(target)
  // `zod` allows zod and zod/mini, not zodiac; a prefix that ends like a folder or scheme is used as it is.
  if (/[/:]$|^$/.test(allowed)) return target.startsWith(allowed)
  return target === allowed || (!allowed.includes('/') && allowed !== 'node:assert' && target.startsWith(`${allowed}/`))
}

export const importDirections: Rule = (files) =>
  files.filter(isCode).flatMap((file) => {
    if (!file.path.includes('/')) return []
    const direction = DIRECTIONS.find(({ folder }) => file.path.startsWith(folder))
    if (!direction) return [`${file.path} lies in a folder the table of directions does not know`]
    const may = file.path.endsWith('.test.ts') ? [...direction.may, ...UNIT_TEST_EXTRAS] : direction.may
    return importsOf(file).flatMap(({ target, line }) => {
      if (target === null) {
        return file.path in COMPUTED_IMPORTS ? [] : [`${file.path}:${line} imports a computed name`]
      }
      const allowed = may.some((one) => fits(target, one)) && !direction.never?.includes(target)
      return allowed ? [] : [`${file.path}:${line} may not import ${target}`]
    })
  })
