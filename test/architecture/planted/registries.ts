import { REGISTRIES } from '../registries.ts'
import type { SourceFile } from '../source-files.ts'
import type { Planted } from './plant.ts'

const file = (path: string, text: string): SourceFile => ({ path, text })
const source = (id: string): string => `export const a = defineSource({ id: '${id}' })`

/** Folders that must be there, small and sound. */
const SOUND: readonly SourceFile[] = [
  ...REGISTRIES.filter(({ required }) => required).map(({ folder, index }) =>
    file(`${folder}/${index ?? 'index.ts'}`, ''),
  ),
  file('pipeline/sources/source.ts', 'export function defineSource(source: Source): Source {}'),
  file('api/openapi/openapi-route.ts', 'export const a = 1'),
]

const planted = (what: string, changes: readonly SourceFile[], says: string | null): Planted => ({
  rule: 'registries equal their folders',
  what,
  files: [...SOUND.filter(({ path }) => !changes.some((change) => change.path === path)), ...changes],
  says,
})

const FRED = file('pipeline/sources/fred.ts', source('fred'))
const LISTS_FRED = file('pipeline/sources/index.ts', `import { a } from './fred.ts'`)

export const PLANTED_REGISTRIES: readonly Planted[] = [
  planted('empty folders', [], null),
  planted('entry and line', [FRED, LISTS_FRED], null),
  planted('entry without a line', [FRED], 'pipeline/sources/fred.ts is not listed'),
  planted(
    'entry without a line that something else uses',
    [FRED, file('workers/a.ts', `import { a } from '../pipeline/sources/fred.ts'`)],
    'fred.ts is not listed',
  ),
  planted('line without an entry', [LISTS_FRED], 'imports pipeline/sources/fred.ts, which does not exist'),
  planted('line in a comment', [FRED, file(LISTS_FRED.path, `// ${LISTS_FRED.text}`)], 'fred.ts is not listed'),
  planted('id unlike the name', [file(FRED.path, source('alfred')), LISTS_FRED], `fred.ts has no id 'fred'`),
  planted(
    'key of several words',
    [
      file('pipeline/signals/hy-oas.ts', `defineComponent({ key: 'hy_oas' })`),
      file('pipeline/signals/index.ts', `import { hyOas } from './hy-oas.ts'`),
    ],
    null,
  ),
  planted('part that nothing uses', [file('pipeline/sources/decimal.ts', 'export const a = 1')], 'used by nothing'),
  planted(
    'part of an entry',
    [file(FRED.path, `import './decimal.ts'\n${source('fred')}`), LISTS_FRED, file('pipeline/sources/decimal.ts', '')],
    null,
  ),
  planted('unit test', [file('pipeline/sources/fred.test.ts', source('x'))], null),
  planted(
    'route without a line',
    [file('api/reports/index.ts', ''), file('api/reports/report-route.ts', 'export const a = 1')],
    'api/reports/report-route.ts is not listed in api/reports/index.ts',
  ),
  planted(
    'route below its subject without a line',
    [file('api/trading/index.ts', ''), file('api/trading/orders/trades-route.ts', 'export const a = 1')],
    'trades-route.ts is not listed in api/trading/index.ts',
  ),
  planted(
    'route that only another subject lists',
    [
      file('api/signals/index.ts', `import { a } from '../events/events-route.ts'`),
      file('api/events/index.ts', ''),
      file('api/events/events-route.ts', 'export const a = 1'),
    ],
    'events-route.ts is not listed in api/events/index.ts',
  ),
  planted(
    'route and its view',
    [
      file('api/events/index.ts', `import { a } from './events-route.ts'`),
      file('api/events/events-route.ts', `import { b } from './events-view.ts'`),
      file('api/events/events-view.ts', 'export const b = 1'),
    ],
    null,
  ),
  planted('vendor without a line', [file('simulator/vendors/cme.ts', 'const a: Vendor = {}')], 'cme.ts is not listed'),
  planted('folder below', [file('pipeline/sources/feeds/a.ts', '')], null),
  planted(
    'folder below with an index',
    [file('pipeline/sources/feeds/a.ts', ''), file('pipeline/sources/feeds/index.ts', '')],
    'feeds/a.ts is not listed',
  ),
  {
    rule: 'registries equal their folders',
    what: 'folder without an index',
    files: SOUND.filter(({ path }) => path !== 'pipeline/alerts/index.ts'),
    says: 'pipeline/alerts has no index.ts',
  },
  planted('subject of routes without an index', [file('api/tea/tea-routes.ts', '')], 'api/tea has no index.ts'),
  planted(
    'routes of a new subject without a line',
    [file('api/tea/index.ts', ''), file('api/tea/tea-routes.ts', '')],
    'api/tea/tea-routes.ts is not listed in api/tea/index.ts',
  ),
  planted(
    'tripwires without a line',
    [file('pipeline/tripwires/oil.ts', 'export const a = defineWire({})')],
    'oil.ts is not listed in pipeline/tripwires/index.ts',
  ),
  planted(
    'tools without a line',
    [file('api/agents/mcp/tea-tools.ts', '')],
    'tea-tools.ts is not listed in api/agents/mcp/tools.ts',
  ),
]
