import { randomInt } from 'node:crypto'
import { parseArgs } from 'node:util'
import { AppError } from '../../shared/errors.ts'
import { readArguments } from '../../shared/read-arguments.ts'
import { AREAS } from './areas.ts'

export interface MutateCommand {
  /** Files and folders from the root. */
  paths: readonly string[]
  /** Areas of the tree, each of which gives its own sample. */
  areas: readonly string[]
  /** These test files run instead of the nearest ones. */
  tests: readonly string[]
  /** The most unit test files, and the most integration test files, that run for a mutant. */
  unit: number
  integration: number
  max: number
  seed: number
  lists: boolean
}

export const USAGE = `npm run mutate -- <file or folder> … [options]
npm run mutate -- --area <name> … [options]
  --area <name>     draw from an area, or from each with "all": ${AREAS.join(', ')}
  --max <n>         try at most n mutants, drawn at random, or n of each area (default 20)
  --seed <n>        draw the same mutants again
  --unit <n>        run at most n unit test files, the nearest ones, for a mutant (default 6)
  --integration <n> run at most n integration test files after them, 0 for none (default 3)
  --tests <file>    run this test file instead of the nearest ones; may be repeated
  --list            print the mutants without trying them`

const MAX = 20
const UNIT = 6
const INTEGRATION = 3
const SEEDS = 1_000_000

function count(name: string, text: string | undefined, otherwise: number): number {
  const number = text === undefined ? otherwise : Number(text)
  if (Number.isInteger(number) && number >= 0) return number
  throw new AppError('invalid', `--${name} takes a whole number, not ${text}`)
}

function knownAreas(names: readonly string[]): readonly string[] {
  if (names.includes('all')) return AREAS
  const unknown = names.find((name) => !AREAS.includes(name))
  if (unknown === undefined) return names
  throw new AppError('invalid', `--area takes ${AREAS.join(', ')} or all, not ${unknown}`)
}

export function readCommand(args: readonly string[]): MutateCommand {
  const options = {
    area: { type: 'string', multiple: true, default: [] as string[] },
    max: { type: 'string' },
    seed: { type: 'string' },
    unit: { type: 'string' },
    integration: { type: 'string' },
    tests: { type: 'string', multiple: true, default: [] as string[] },
    list: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(USAGE, () =>
    parseArgs({ args: [...args], options, allowPositionals: true }),
  )
  if ((positionals.length === 0) === (values.area.length === 0)) {
    throw new AppError('invalid', `name files and folders, or an area\n${USAGE}`)
  }
  return {
    paths: positionals,
    areas: knownAreas(values.area),
    tests: values.tests,
    unit: count('unit', values.unit, UNIT),
    integration: count('integration', values.integration, INTEGRATION),
    max: count('max', values.max, MAX),
    seed: count('seed', values.seed, randomInt(1, SEEDS)),
    lists: values.list,
  }
}
