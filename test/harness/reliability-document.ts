import { INVARIANTS, type Invariant, type Witnessed } from './witness.ts'

export type Row = Witnessed & { passed: boolean }

const BROKERS = ['Postgres', 'RabbitMQ'] as const
const HEAD = `# Reliability

What was attacked, on both brokers, and what was left of it. Written by \`npm run test:long\` from what its tests saw; do not edit.
Postgres is both the store and the embedded broker; RabbitMQ is a single node of quorum queues. Deaths are SIGKILL by pid.
`

/** Null when an invariant has no line on one of the brokers: then there is nothing to be claimed of it. */
export function reliabilityDocument(rows: readonly Row[]): string | null {
  const invariants = Object.keys(INVARIANTS) as Invariant[]
  const complete = invariants.every((invariant) =>
    BROKERS.every((broker) => rows.some((row) => row.invariant === invariant && row.broker === broker)),
  )
  if (!complete) return null
  const parts = invariants.map((invariant) => section(invariant, rows))
  return `${HEAD}\n${parts.join('\n')}`
}

function section(invariant: Invariant, rows: readonly Row[]): string {
  const own = rows
    .filter((row) => row.invariant === invariant)
    .sort((a, b) => a.attack.localeCompare(b.attack) || a.broker.localeCompare(b.broker))
  const lines = own.map((row) => `| ${cells(row).join(' | ')} |`)
  return `## ${invariant}: ${INVARIANTS[invariant]}

| attack | broker | deaths | messages | effects | lost | twice | parked | recovered | result |
|---|---|---:|---:|---:|---:|---:|---:|---:|---|
${lines.join('\n')}
`
}

const cells = ({ attack, broker, deaths, messages, effects, ...row }: Row): (string | number)[] => [
  attack,
  broker,
  deaths ?? 0,
  messages,
  effects,
  row.lost ?? 0,
  row.duplicated ?? 0,
  row.parked ?? 0,
  row.recoveredMs === undefined ? '' : `${(row.recoveredMs / 1000).toFixed(1)} s`,
  row.passed ? 'held' : '**broken**',
]
