import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ConfigSchema } from '../shared/config.ts'
import { envExample, undescribed } from './architecture/env-example.ts'
import { PLANTED_EFFECTS } from './architecture/planted/effects.ts'
import { PLANTED_IMPORTS } from './architecture/planted/imports.ts'
import { PLANTED_REGISTRIES } from './architecture/planted/registries.ts'
import { PLANTED_SHAPE } from './architecture/planted/shape.ts'
import { PLANTED_SQL } from './architecture/planted/sql.ts'
import { PLANTED_TEST_FILES } from './architecture/planted/test-files.ts'
import { RULES, type RuleName } from './architecture/rules.ts'
import { readSourceFiles } from './architecture/source-files.ts'
import { idleGlobs } from './architecture/test-files.ts'

const NAMES = Object.keys(RULES) as RuleName[]
const PLANTED = [
  ...PLANTED_IMPORTS,
  ...PLANTED_EFFECTS,
  ...PLANTED_SQL,
  ...PLANTED_REGISTRIES,
  ...PLANTED_SHAPE,
  ...PLANTED_TEST_FILES,
]

describe('the house', () => {
  const files = readSourceFiles()

  test.each(NAMES)('%s', (name) => {
    expect(RULES[name](files)).toEqual([])
  })

  test('every glob of a test project finds a file', () => {
    expect(idleGlobs(files)).toEqual([])
  })

  test('.env.example matches ConfigSchema', () => {
    expect(readFileSync(`${import.meta.dirname}/../.env.example`, 'utf8')).toBe(envExample(ConfigSchema.shape))
  })

  test('every variable has a description', () => {
    expect(undescribed(ConfigSchema.shape)).toEqual([])
  })
})

describe('the rules themselves', () => {
  test.each(PLANTED.filter(({ says }) => says !== null))('$rule: caught when $what', ({ rule, files, says }) => {
    const complaints = RULES[rule](files)
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(says)
  })

  test.each(PLANTED.filter(({ says }) => says === null))('$rule: silent when $what', ({ rule, files }) => {
    expect(RULES[rule](files)).toEqual([])
  })

  test.each(NAMES)('%s: has an offender and an innocent', (name) => {
    const cases = PLANTED.filter(({ rule }) => rule === name)
    expect(new Set(cases.map(({ says }) => says === null))).toEqual(new Set([true, false]))
  })

  test('.env.example: shows a default, an absent value and a missing description', () => {
    const shape = { A: z.string().default('x').describe('what A is'), B: z.string().optional() }
    expect(envExample(shape)).toContain('\n\n# what A is\n# A=x\n\n# \n# B=\n')
    expect(undescribed(shape)).toEqual(['B'])
  })
})
