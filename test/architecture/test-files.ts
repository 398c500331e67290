import { matchesGlob } from 'node:path'
import { LONGEST, TEST_PROJECTS, type TestProject } from '../../harness/test-projects.ts'
import type { Rule, SourceFile } from './source-files.ts'

const PROJECTS: readonly [name: string, project: TestProject][] = Object.entries(TEST_PROJECTS)

const isIn = (path: string, globs: readonly string[]): boolean => globs.some((glob) => matchesGlob(path, glob))

/** A test file that belongs to no project never runs, and one that belongs to two runs twice. */
export const testsHaveOneProject: Rule = (files) =>
  files
    .filter(({ path }) => path.endsWith('.test.ts'))
    .flatMap(({ path }) => {
      const own = PROJECTS.filter(([, { include, exclude }]) => isIn(path, include) && !isIn(path, exclude))
      if (own.length === 1) return []
      const names = own.map(([name]) => name).join(' and ')
      return [`${path} belongs to ${names === '' ? 'no project' : names}; see harness/test-projects.ts`]
    })

/** Globs that match no file, such as that of a renamed file: its test would run in another project. */
export const idleGlobs = (files: readonly SourceFile[]): string[] =>
  [...PROJECTS.flatMap(([, { include, exclude }]) => [...include, ...exclude]), ...LONGEST].filter(
    (glob) => !files.some(({ path }) => matchesGlob(path, glob)),
  )
