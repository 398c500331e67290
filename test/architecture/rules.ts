import { honestComments, noSchemaIsAny } from './code-words.ts'
import { exportsAreUsed } from './dead-exports.ts'
import { medianStaysLow, namesSaySubjects } from './file-shape.ts'
import { oneWayFolders, pipelineFloors } from './floors.ts'
import { flowVendorUnnamed } from './flow-vendor.ts'
import { importDirections } from './import-directions.ts'
import { literalsAreNotSpread } from './literal-spreads.ts'
import { noModuleState } from './module-state.ts'
import { purePipeline } from './purity.ts'
import { referencesResolve } from './references.ts'
import { registriesEqualFolders } from './registries.ts'
import type { Rule } from './source-files.ts'
import { columnsAreNamed, routesHoldNoSql, unsafeSqlIsListed } from './sql-discipline.ts'
import { oneSystemClock, seededRandomness } from './system-time.ts'
import { testsHaveOneProject } from './test-files.ts'

/** The rules for which Biome has none, by what they promise; biome.json holds the others. */
export const RULES = {
  'imports go in allowed directions': importDirections,
  'the pipeline imports from lower floors': pipelineFloors,
  'no two folders import each other': oneWayFolders,
  'the pipeline is pure': purePipeline,
  'the pipeline keeps no module state': noModuleState,
  'one file reads the system time': oneSystemClock,
  'randomness is seeded': seededRandomness,
  'unsafe SQL is listed': unsafeSqlIsListed,
  'columns are named': columnsAreNamed,
  'routes hold no SQL': routesHoldNoSql,
  'registries equal their folders': registriesEqualFolders,
  'the median file stays short': medianStaysLow,
  'names say subjects': namesSaySubjects,
  'no schema is any': noSchemaIsAny,
  'comments are honest': honestComments,
  'references in comments resolve': referencesResolve,
  'the flow vendor is unnamed': flowVendorUnnamed,
  'literals are not spread': literalsAreNotSpread,
  'every test file has one project': testsHaveOneProject,
  'every export is used': exportsAreUsed,
} satisfies Record<string, Rule>

export type RuleName = keyof typeof RULES
