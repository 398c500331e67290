import { INVARIANTS, type Invariant, type Witnessed } from './witness.ts'

const HEAD = `# Reliability

The attacks on both brokers, and what was left after each. \`npm run test:long\` writes this file when every one of its tests has passed; do not edit it.

- Postgres is both the store and the embedded broker; RabbitMQ is a single node of quorum queues. Deaths are SIGKILL by pid, several in one run.
- *messages* were accepted by the broker or the outbox; *effects* are rows, counted twice if they are there twice. A message that was refused while a broker was unavailable may still have its effect, so there may be more effects than messages.
- *recovered* is the time from the end of the attack, or from the death, until all work was done.
- The points of I-01 are "received" before anything, "begun" after the transaction's first statement, "before_commit", "committed" before the broker has the acknowledgement and the next stage its message, "published" before the outbox row is marked sent, and "marked" right after. An acknowledgement never waits for a mark, so there is no point between those two.
- In I-06 *messages* are events times clients, *effects* the events that the clients received, or the attempts of a webhook; *twice* counts its repeated attempts.
`

/** Writes the document; a cell without a measurement stays empty. */
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
