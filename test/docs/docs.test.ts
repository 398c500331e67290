import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { PROVENANCE } from '../../harness/fixtures/provenance.ts'
import { sources } from '../../pipeline/sources/index.ts'
import { STAGES } from '../../shared/broker/topology.ts'
import { ConfigSchema } from '../../shared/config.ts'
import { SOURCES } from '../../shared/domain/market/source-id.ts'
import { checkCommands, checkNames, missingVariables } from './check-document.ts'
import { DOCUMENTS, projectFacts, projectFiles, readDocument } from './project-facts.ts'
import { separateWorkers, stagesWithQuotes } from './separate-workers.ts'
import { sourcesDocument } from './sources-document.ts'

/** Invented inputs, in no vendor's format. */
const NO_FORMATS = ['long-history', 'market-inputs', 'state-history']

describe('the documentation', async () => {
  const facts = await projectFacts()
  const files = projectFiles()

  test.each(DOCUMENTS)('%s: exists', (name) => {
    expect(readDocument(name)).not.toBeNull()
  })

  test.each(DOCUMENTS)('%s: every command line works here', (name) => {
    expect(checkCommands(name, readDocument(name) ?? '', facts)).toEqual([])
  })

  test.each(DOCUMENTS)('%s: every file and route it names exists', (name) => {
    expect(checkNames(name, readDocument(name) ?? '', files, facts)).toEqual([])
  })

  test('docs/operations.md: names every variable the service reads', () => {
    expect(missingVariables(readDocument('docs/operations.md') ?? '', Object.keys(ConfigSchema.shape))).toEqual([])
  })

  test('docs/operations.md: the workers that run separately run every stage and source', () => {
    const text = readDocument('docs/operations.md') ?? ''
    expect(separateWorkers(text)).toEqual(new Set(STAGES))
    expect(text).toContain(`\`--sources ${SOURCES.join(',')}\`, \`--scheduler\``)
  })

  test('docs/operations.md: the list of containers names one for every stage', () => {
    const containers = (readDocument('docs/operations.md') ?? '')
      .split('one service per stage: ')[1]
      ?.split('. Each')[0]
    expect(new Set(containers?.match(/[\w-]+/g))).toEqual(new Set(STAGES))
  })

  test('docs/operations.md: says of every setting of live quotes which stages read it', () => {
    const readers = `\`--quotes\` and \`--stages ${stagesWithQuotes().join(',')}\``
    const text = readDocument('docs/operations.md') ?? ''
    expect(text.match(/`--quotes` and `--stages [\w,]+`/g)?.filter((words) => words !== readers)).toEqual([])
    for (const name of ['SCHWAB_APP_KEY', 'ALPACA_KEY_ID', 'QUOTE_PROVIDERS'])
      expect(text.split('\n').find((line) => line.startsWith(`| \`${name}\``))).toContain(readers)
  })

  test('docs/sources.md: agrees with the registries', () => {
    expect(readDocument('docs/sources.md')).toBe(sourcesDocument())
  })

  test('each fixture states how certain its shape is', () => {
    const folders = readdirSync(new URL('../../harness/fixtures', import.meta.url), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NO_FORMATS.includes(entry.name))
      .map(({ name }) => name)
    expect(PROVENANCE.map(({ folder }) => folder)).toEqual(folders.sort())
  })

  test.each(sources)('$id: the routes that show it exist', ({ routes }) => {
    const served = facts.routes.map(({ path }) => path)
    for (const route of routes) expect(served).toContain(route)
  })
})
