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

/** The places in docs/operations.md that list every stage; a failing check for a new stage names them. */
const BLOCK = 'name each stage and source once in the block below "To run the parts separately"'
const OPTION = 'name each source in the list of `--sources` under "What runs"'
const CONTAINERS = 'name each stage after "one service per stage:", and give it a service in compose.yaml'
const SOURCES_COMMAND = 'node_modules/.bin/node test/docs/sources-document.ts > docs/sources.md'

/** Invented inputs, in no vendor's format. */
const NO_FORMATS = ['long-history', 'market-inputs', 'state-history']

describe('the documentation', async () => {
  const facts = await projectFacts()
  const files = projectFiles()

  test('README.md: names every other document', () => {
    const text = readDocument('README.md') ?? ''
    expect(DOCUMENTS.filter((name) => name !== 'README.md' && !text.includes(`\`${name}\``))).toEqual([])
  })

  test.each(DOCUMENTS)('%s: every command line works here', (name) => {
    expect(checkCommands(name, readDocument(name) ?? '', facts)).toEqual([])
  })

  test.each(DOCUMENTS)('%s: every file and route it names exists', (name) => {
    expect(checkNames(name, readDocument(name) ?? '', files, facts)).toEqual([])
  })

  test.each(['shared', 'workers', 'api', 'pipeline'])('README.md: its tree shows every folder of %s', (folder) => {
    const begin = folder === 'pipeline' ? /^\| \d/ : new RegExp(`^\\| \`${folder}/\``)
    const rows = (readDocument('README.md') ?? '').split('\n').filter((line) => begin.test(line))
    const within = readdirSync(new URL(`../../${folder}`, import.meta.url), { withFileTypes: true })
    const missing = within.filter((one) => one.isDirectory() && !rows.some((row) => row.includes(`\`${one.name}/\``)))
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  test('docs/operations.md: names every variable the service reads', () => {
    expect(missingVariables(readDocument('docs/operations.md') ?? '', Object.keys(ConfigSchema.shape))).toEqual([])
  })

  test('docs/operations.md: the workers that run separately run every stage and source', () => {
    const text = readDocument('docs/operations.md') ?? ''
    expect(separateWorkers(text), BLOCK).toEqual(new Set(STAGES))
    expect(text, OPTION).toContain(`\`--sources ${SOURCES.join(',')}\`, \`--scheduler\``)
  })

  test('docs/operations.md: the list of containers names one for every stage', () => {
    const containers = (readDocument('docs/operations.md') ?? '')
      .split('one service per stage: ')[1]
      ?.split('. Each')[0]
    expect(new Set(containers?.match(/[\w-]+/g)), CONTAINERS).toEqual(new Set(STAGES))
  })

  test('docs/operations.md: states for every setting of live quotes which stages read it', () => {
    const readers = `\`--quotes\` and \`--stages ${stagesWithQuotes().join(',')}\``
    const text = readDocument('docs/operations.md') ?? ''
    expect(text.match(/`--quotes` and `--stages [\w,]+`/g)?.filter((words) => words !== readers)).toEqual([])
    for (const name of ['SCHWAB_APP_KEY', 'ALPACA_KEY_ID', 'QUOTE_PROVIDERS'])
      expect(text.split('\n').find((line) => line.startsWith(`| \`${name}\``))).toContain(readers)
  })

  test('docs/sources.md: agrees with the registries', () => {
    expect(readDocument('docs/sources.md'), `otherwise run ${SOURCES_COMMAND}`).toBe(sourcesDocument())
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
