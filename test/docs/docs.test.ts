import { describe, expect, test } from 'vitest'
import { ConfigSchema } from '../../shared/config.ts'
import { checkCommands, checkNames, missingVariables } from './check-document.ts'
import { DOCUMENTS, projectFacts, projectFiles, readDocument } from './project-facts.ts'

describe('the documentation', () => {
  const facts = projectFacts()
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
})
