import { everyTestRuns, honestComments, namedExports, nothingIsAny } from './code-words.ts'
import { declaredPackages } from './declared-packages.ts'
import { environmentReadOnce } from './environment.ts'
import { filesStayShort, medianStaysLow, namesSaySubjects } from './file-shape.ts'
import { oneWayFolders, pipelineFloors } from './floors.ts'
import { flowVendorUnnamed } from './flow-vendor.ts'
import { importDirections } from './import-directions.ts'
import { literalsAreNotSpread } from './literal-spreads.ts'
import { noModuleState } from './module-state.ts'
import { purePipeline } from './purity.ts'
import { registriesEqualFolders } from './registries.ts'
import type { Rule } from './source-files.ts'
import { columnsAreNamed, routesHoldNoSql, unsafeSqlIsListed } from './sql-discipline.ts'
import { oneSystemClock, seededRandomness } from './system-time.ts'

/** The rules of the house, by what they promise. */
export const RULES = {
  'imports go in allowed directions': importDirections,
  'the pipeline imports from lower floors': pipelineFloors,
  'no two folders import each other': oneWayFolders,
  'packages are declared where they are used': declaredPackages,
  'the pipeline is pure': purePipeline,
  'the pipeline keeps no module state': noModuleState,
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
  'literals are not spread': literalsAreNotSpread,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
