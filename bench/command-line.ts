import { parseArgs } from 'node:util'
import { AppError } from '../shared/errors.ts'
import { readArguments } from '../shared/read-arguments.ts'

export interface Command {
  rows: readonly string[]
  /** Whether the rows were named; else they are all. */
  isChosen: boolean
  json: boolean
  quick: boolean
  profile: boolean
  /** True if docs/capacity.md is measured instead of rows. */
  capacity: boolean
}

/** Measured alone, because it prints a document of its own and takes long. */
const CAPACITY = 'capacity'

const usageOf = (known: readonly string[]): string =>
  `npm run bench -- [row …] [--json] [--quick] [--profile]; rows: ${[...known, CAPACITY].join(', ')}`

/** `[row …] [--json] [--quick] [--profile]`; no row is all of them. */
export function readCommand(args: readonly string[], known: readonly string[]): Command {
  const options = {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(usageOf(known), () =>
    parseArgs({ args: [...args], options, allowPositionals: true }),
  )
  const capacity = positionals.includes(CAPACITY)
  if (capacity && (positionals.length > 1 || values.json || values.profile))
    throw new AppError('invalid', `${CAPACITY} runs alone, with --quick at most: it prints docs/capacity.md`)
  if (capacity) return { rows: [], isChosen: false, capacity, ...values }
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    throw new AppError('invalid', `there is no row ${unknown}; choose from ${[...known, CAPACITY].join(', ')}`)
  }
  const isChosen = positionals.length > 0
  const rows = isChosen ? known.filter((name) => positionals.includes(name)) : known
  return { capacity, rows, isChosen, ...values }
}
