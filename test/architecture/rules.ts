import { everyTestRuns, honestComments, namedExports, nothingIsAny } from './code-words.ts'
import { declaredPackages } from './declared-packages.ts'
import { environmentReadOnce } from './environment.ts'
import { filesStayShort, medianStaysLow, namesSaySubjects } from './file-shape.ts'
import { flowVendorUnnamed } from './flow-vendor.ts'
import { importDirections } from './import-directions.ts'
import { purePipeline } from './purity.ts'
import { registriesEqualFolders } from './registries.ts'
import type { Rule } from './source-files.ts'
import { columnsAreNamed, routesHoldNoSql, unsafeSqlIsListed } from './sql-discipline.ts'
import { oneSystemClock, seededRandomness } from './system-time.ts'
import { testsHaveOneProject } from './test-files.ts'

/** The rules of the house, by what they promise. */
export const RULES = {
  'imports go in allowed directions': importDirections,
  'packages are declared where they are used': declaredPackages,
  'the pipeline is pure': purePipeline,
  'one file reads the system time': oneSystemClock,
  'randomness is seeded': seededRandomness,
  'the environment is read once': environmentReadOnce,
  'unsafe SQL is listed': unsafeSqlIsListed,
  'columns are named': columnsAreNamed,
  'routes hold no SQL': routesHoldNoSql,
  'registries equal their folders': registriesEqualFolders,
  'files stay short': filesStayShort,
  'the median file stays short': medianStaysLow,
  'names say subjects': namesSaySubjects,
  'exports have names': namedExports,
  'nothing is any': nothingIsAny,
  'comments are honest': honestComments,
  'the flow vendor is unnamed': flowVendorUnnamed,
  'every test runs': everyTestRuns,
  'every test file has one project': testsHaveOneProject,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
