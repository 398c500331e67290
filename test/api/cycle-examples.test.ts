import { expect, test } from 'vitest'
import { openApiDocument } from '../../api/openapi-document.ts'
import { ROUTES } from '../../api/routes.ts'
import { CALM_DAY } from '../../harness/fixtures/market-inputs/two-dates.ts'
import { computeSnapshot } from '../../pipeline/snapshot/compute-snapshot.ts'
import { cycleDocuments } from '../../pipeline/snapshot/cycle-documents.ts'

type Members = Readonly<Record<string, unknown>>
interface Documented {
  paths: Record<string, { get: { responses: Record<string, { content: Record<string, { example: Members }> }> } }>
}

const { paths } = JSON.parse(JSON.stringify(openApiDocument(ROUTES))) as Documented
const exampleAt = (path: string): Members => paths[path]!.get.responses['200']!.content['application/json']!.example

const context = { cycleId: '2026-11-20T10:00', origin: 'scheduled' } as const
const PATHS: Readonly<Record<string, string>> = {
  'signals/breakdown': 'signals/score/breakdown',
  'signals/front-expiry': 'signals/gamma/front-expiry',
}
const served: (readonly [string, Members])[] = [
  ['/api/v1/signals/latest', { ...computeSnapshot(CALM_DAY, context) }],
  ...cycleDocuments(CALM_DAY, context).map(({ key, value }) => [`/api/v1/${PATHS[key] ?? key}`, { ...value }] as const),
]

/** The members of a document and of the items of its lists, as `components[].points`. */
const membersOf = (document: Members): string[] =>
  Object.entries(document).flatMap(([name, value]) => [
    name,
    ...(Array.isArray(value) ? itemMembers(value).map((member) => `${name}[].${member}`) : []),
  ])
const itemMembers = (items: readonly unknown[]): string[] => [
  ...new Set(items.flatMap((item) => (typeof item === 'object' && item !== null ? Object.keys(item) : []))),
]

test.each(served)('the example of %s has the members and the rules of what the engine writes', (path, document) => {
  const example = exampleAt(path)
  const written = new Set(membersOf(example))
  expect(membersOf(document).filter((member) => !written.has(member))).toEqual([])
  for (const version of ['rules_version', 'method', 'formula', 'convention'])
    if (document[version] != null) expect([version, example[version]]).toEqual([version, document[version]])
})
