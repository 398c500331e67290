import { INVARIANTS, type Invariant, type Witnessed } from './witness.ts'

const HEAD = `# Reliability

What was attacked, on both brokers, and what was left of it. \`npm run test:long\` writes this when every one of its tests passed; do not edit.

- Postgres is both the store and the embedded broker; RabbitMQ is a single node of quorum queues. Deaths are SIGKILL by pid, again and again in one run.
- *messages* had been accepted, by the broker or by the outbox; *effects* are rows, twice counted if twice there. What was refused while a broker took nothing may have its effect as well: then there are more effects than messages.
- *recovered* is from the end of the attack, or the death, until all work was done.
- The points of I-01: "received" before anything, "begun" after the transaction's first statement, "before_commit", "committed" before anybody was told (neither the broker by an acknowledgement nor the next stage), "published" before the outbox row is marked sent, "marked" right after. An acknowledgement never waits for a mark, so there is no point between those two.
`

/** A cell nobody measured stays empty. */
export function reliabilityDocument(seen: readonly Witnessed[]): string {
  const parts = (Object.keys(INVARIANTS) as Invariant[]).map((invariant) => section(invariant, seen))
  return `${HEAD}\n${parts.join('\n')}`
}

function section(invariant: Invariant, seen: readonly Witnessed[]): string {
  const own = seen
    .filter((row) => row.invariant === invariant)
    .sort((a, b) => a.attack.localeCompare(b.attack) || a.broker.localeCompare(b.broker))
  const lines = own.map((row) => `| ${cells(row).join(' | ')} |`)
  return `## ${invariant}: ${INVARIANTS[invariant]}

| attack | broker | deaths | messages | effects | lost | twice | parked | recovered |
|---|---|---:|---:|---:|---:|---:|---:|---:|
${lines.join('\n')}
`
}

const cells = ({ attack, broker, messages, effects, ...row }: Witnessed): (string | number)[] => [
  attack,
  broker,
  row.deaths ?? '',
  messages,
  effects,
  row.lost ?? '',
  row.duplicated ?? '',
  row.parked ?? '',
  row.recoveredMs === undefined ? '' : `${(row.recoveredMs / 1000).toFixed(1)} s`,
]
