import { parseArgs } from 'node:util'
import { COMPUTE_STAGES, type ComputeStage, type StageName } from '../shared/broker/topology.ts'
import { SOURCES, type SourceId } from '../shared/domain/market/source-id.ts'
import { AppError } from '../shared/errors.ts'
import { readArguments } from '../shared/read-arguments.ts'

/** The work of one worker process. Any combination may run, in any number of copies. */
export interface Roles {
  stages: ComputeStage[]
  sources: SourceId[]
  scheduler: boolean
  /** Keeps the quotes of symbols that clients read or hold fresh. */
  quotes: boolean
  /** Fills history first on a fresh database, as `npm start` and the schedulers of compose.yaml and docs/kubernetes do. */
  backfill: boolean
}

const USAGE = `give --stages ${COMPUTE_STAGES.join(',')}, --sources ${SOURCES.join(',')}, --scheduler [--backfill], --quotes or --all`

/** `--stages a,b`, `--sources a,b`, `--scheduler`, `--quotes`, `--backfill`, or `--all` for everything but the back-fill. */
export function readRoles(args: readonly string[]): Roles {
  const options = {
    stages: { type: 'string' },
    sources: { type: 'string' },
    scheduler: { type: 'boolean', default: false },
    quotes: { type: 'boolean', default: false },
    backfill: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  } as const
  const values = readArguments(USAGE, () => parseArgs({ args: [...args], options }).values)
  const roles: Roles = {
    stages: values.all ? [...COMPUTE_STAGES] : pick('--stages', values.stages, COMPUTE_STAGES),
    sources: values.all ? [...SOURCES] : pick('--sources', values.sources, SOURCES),
    scheduler: values.all || values.scheduler,
    quotes: values.all || values.quotes,
    backfill: values.backfill,
  }
  if (roles.stages.length + roles.sources.length === 0 && !roles.scheduler && !roles.quotes) {
    throw new AppError('invalid', `nothing to do: ${USAGE}`)
  }
  return roles
}

export const stagesOf = ({ sources, stages }: Pick<Roles, 'sources' | 'stages'>): StageName[] => [
  ...sources.map((source) => `ingest-${source}` as const),
  ...stages,
]

/** The roles of a process in one line, for lists of many processes. */
export const rolesInWords = (roles: Roles): string =>
  [...(roles.scheduler ? ['scheduler'] : []), ...(roles.quotes ? ['quotes'] : []), ...stagesOf(roles)].join(' ')

function pick<T extends string>(flag: string, given: string | undefined, known: readonly T[]): T[] {
  const names = [
    ...new Set(
      (given ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean),
    ),
  ]
  const unknown = names.find((name) => !known.includes(name as T))
  if (unknown !== undefined) throw new AppError('invalid', `${flag}: unknown name, choose from ${known.join(', ')}`)
  return names as T[]
}
