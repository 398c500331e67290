import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../../harness/eventually.ts'
import { AppError } from '../../shared/errors.ts'
import { type ProcessMemory, processesBelow, proportionalMb } from '../process-memory.ts'
import { npmStart } from '../product.ts'
import type { Figure, PlainRow } from '../row.ts'

/** The whole back-fill of a first start. */
const FILLED_WITHIN_MS = 600_000
const SETTLE_MS = 15_000
/** Settings for a run that only has to work. */
const QUICK = { BACKFILL_SESSIONS: '2', BACKFILL_CYCLE_SESSIONS: '0' }
const QUICK_SETTLE_MS = 1_000

/** The first matching entry counts. */
const ROLES: readonly [role: string, command: RegExp][] = [
  ['workers', /\bworkers\/main\.ts\b/],
  ['API, simulator', /\bnode\b.* start\/main\.ts$/],
  ['Postgres', /\bpostgres\b/],
  ['npm and its shell', /^(?:npm|sh|\/\S*sh)\b/],
]

/** A shell whose command line names its program still counts as a shell. */
const roleOf = ({ command }: ProcessMemory): string =>
  command.startsWith('sh -c')
    ? 'npm and its shell'
    : (ROLES.find(([, pattern]) => pattern.test(command))?.[0] ?? 'other')

export const memory: PlainRow = {
  kind: 'plain',
  id: 'memory',
  async measure(rig) {
    const product = await npmStart(rig, await rig.folder(), rig.quick ? QUICK : {})
    await eventually(() => product.output().includes('back-fill: complete'), { within: FILLED_WITHIN_MS })
    await sleep(rig.quick ? QUICK_SETTLE_MS : SETTLE_MS)
    const byRole = Map.groupBy(processesBelow(product.pid), roleOf)
    if (byRole.size === 0) throw new AppError('internal', 'ps shows no process of npm start')
    return await Promise.all([...byRole].map(([role, processes]) => describe(role, processes)))
  },
}

async function describe(role: string, processes: readonly ProcessMemory[]): Promise<Figure> {
  const proportional = await Promise.all(processes.map(({ pid }) => proportionalMb(pid)))
  const rss = processes.reduce((sum, { rssMb }) => sum + rssMb, 0)
  const pss = proportional.reduce((sum: number | null, mb) => (sum === null || mb === null ? null : sum + mb), 0)
  const note =
    pss === null
      ? 'shared pages count in each process'
      : `${Math.round(pss)} MB where shared pages are counted once (PSS)`
  return { figure: `${role} (${processes.length}), resident`, unit: 'MB', values: [rss], note }
}
