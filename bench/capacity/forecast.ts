import { type Measured, type Part, type Slope, slopeOf } from './cost.ts'

/** Times the load of the first column. */
export const FACTORS = [1, 10, 100, 1_000] as const
export type Factor = (typeof FACTORS)[number]

const SESSION_S = 23_400
const SESSIONS_A_YEAR = 252
const DAY_S = 86_400
const GB = 1e9

interface Load {
  id: string
  words: string
  /** Units at once, or units a second for what costs by the unit. */
  amount: number
  /** Units whose bytes stay for a year; 0 where nothing stays. */
  storedAYear: number
  /** False: it does not grow with the load. */
  grows: boolean
}

/** The load of the first column. An event a minute, not a second, is what a stream has. */
export const LOADS: readonly Load[] = [
  { id: 'consumer', words: '60 consumers, a read a second each', amount: 60, storedAYear: 0, grows: true },
  { id: 'stream', words: '500 streams, an event a minute', amount: 500 / 60, storedAYear: 0, grows: true },
  {
    id: 'trade',
    words: '1 trade a second in session',
    amount: 1,
    storedAYear: SESSION_S * SESSIONS_A_YEAR,
    grows: true,
  },
  { id: 'message', words: '5 messages a second', amount: 5, storedAYear: 0, grows: true },
  { id: 'source', words: '17 sources every 15 minutes', amount: 17 / 900, storedAYear: 17 * 96 * 365, grows: true },
  { id: 'ticker', words: '50 tickers, read once a day', amount: 50 / DAY_S, storedAYear: 50, grows: true },
  { id: 'worker', words: '1 more worker process', amount: 1, storedAYear: 0, grows: true },
  { id: 'session', words: '252 sessions a year', amount: 1 / DAY_S, storedAYear: SESSIONS_A_YEAR, grows: false },
]

export interface Resource {
  id: string
  words: string
  limit: number
  unit: string
  /** The thing to add when it is used up. */
  remedy: string
}

export const RESOURCES: readonly Resource[] = [
  {
    id: 'replica',
    words: 'processor of one replica',
    limit: 1,
    unit: 'cores',
    remedy: 'a replica behind the balancer, or a shared cache before them',
  },
  {
    id: 'postgres',
    words: 'processor of the database',
    limit: 8,
    unit: 'cores',
    remedy: 'a larger primary, a standby for public reads, then accounts by database',
  },
  {
    id: 'connections',
    words: 'connections of the database',
    limit: 100,
    unit: '',
    remedy:
      'RabbitMQ in place of the Postgres broker, which keeps several a worker; then PgBouncer in transaction mode',
  },
  {
    id: 'workers',
    words: 'processor of the workers',
    limit: 2,
    unit: 'cores',
    remedy: 'more worker processes of the stage that waits, by desired_workers',
  },
  {
    id: 'broker',
    words: 'processor of the broker',
    limit: 2,
    unit: 'cores',
    remedy: 'a node of more cores; then a cluster, whose queue leaders are spread',
  },
  {
    id: 'memory',
    words: 'memory of replica and workers',
    limit: 16,
    unit: 'GB',
    remedy: 'another machine for replicas or workers',
  },
  {
    id: 'disk',
    words: 'disk a year',
    limit: 1_000,
    unit: 'GB',
    remedy: 'a larger disk; old sessions to an archive by `ops backup`',
  },
]

const SECOND_EVENTS = 60
const OF_REPLICA = ['consumer', 'stream', 'trade']

/** How much of each resource a load takes, by the slopes; a part that was not measured counts as nothing. */
export function usage(measured: readonly Measured[], factor: number): Map<string, number> {
  const used = new Map<string, number>(RESOURCES.map(({ id }) => [id, 0]))
  const add = (id: string, more: number): void => {
    const before = used.get(id)
    if (before !== undefined) used.set(id, before + more)
  }
  for (const { id, amount, storedAYear, grows } of LOADS) {
    const unit = measured.find((each) => each.id === id)
    if (!unit) continue
    const slope: Slope = slopeOf(unit)
    const times = grows ? factor : 1
    for (const [part, seconds] of Object.entries(slope.processor) as [Part, number][])
      add(part, seconds * amount * times)
    const atOnce = unit.per === 'second' ? amount * times * (id === 'stream' ? SECOND_EVENTS : 1) : 0
    add('connections', slope.connections !== null && unit.per === 'second' ? slope.connections * atOnce : 0)
    add('memory', slope.memoryMb !== null && unit.per === 'second' ? (slope.memoryMb * atOnce) / 1_024 : 0)
    add('disk', slope.bytes === null ? 0 : (slope.bytes * storedAYear * times) / GB)
  }
  // As many replicas as the processor needs, each with its own memory and connections.
  const replicas = Math.max(1, Math.ceil(used.get('replica') ?? 1))
  const readers = measured.filter(({ id }) => OF_REPLICA.includes(id))
  add('connections', replicas * Math.max(0, ...readers.map(({ large }) => large.connections ?? 0)))
  add('memory', (replicas * Math.max(0, ...readers.map(({ small }) => small.memoryMb ?? 0))) / 1_024)
  return used
}

export interface Share extends Resource {
  percent: number
}

/** The resources by the share of their limit that is used, the greatest first. */
export const byShare = (used: ReadonlyMap<string, number>): Share[] =>
  RESOURCES.map((each) => ({ ...each, percent: (100 * (used.get(each.id) ?? 0)) / each.limit })).toSorted(
    (one, other) => other.percent - one.percent,
  )
