import type { Db } from '../server/db.ts'

const BATCH = 500

/**
 * Marks the messages that are settled: each of their stages has had its effect, has given up, or has the dead letter.
 * The mark remains, so that retention of the inbox cannot undo it. Returns how many messages were marked, and how many
 * of the same instant were left, counted up to a bound.
 */
export async function settleMessages(sql: Db): Promise<{ settled: number; left: number }> {
  const [row] = await sql<[{ settled: number; left: number }]>`
    with done as (
      update outbox as o set settled_at = clock_timestamp()
      where o.seq in (
        select u.seq from outbox as u
        where u.settled_at is null and not exists (
          select 1 from unnest(u.stages) as s (stage)
          where s.stage <> all(u.dead_stages) and not exists (
            select 1 from inbox as i
            where i.message_id = u.message_id and i.stage = s.stage and i.state in ('done', 'failed')))
        order by u.seq limit ${BATCH} for update skip locked)
      returning 1)
    select n.settled, n.unsettled - n.settled as left from (
      select (select count(*)::int from done) as settled, (
        select count(*)::int from (
          select 1 from outbox as u where u.settled_at is null limit ${BATCH + 1}) as u) as unsettled) as n`
  return row
}

export interface UnsettledStage {
  stage: string
  messages: number
  oldestSeconds: number
  /** Messages that were tried and met an outage or an error. */
  retried: number
}

/** The stages that have messages to handle, those with the oldest first. */
export async function unsettledStages(sql: Db): Promise<UnsettledStage[]> {
  return await sql<UnsettledStage[]>`
    select s.stage, count(*)::int as messages,
      max(extract(epoch from clock_timestamp() - o.created_at))::float8 as "oldestSeconds",
      count(i.message_id)::int as retried
    from outbox as o cross join unnest(o.stages) as s (stage)
      left join inbox as i on i.message_id = o.message_id and i.stage = s.stage
    where o.settled_at is null and s.stage <> all(o.dead_stages) and (i.state is null or i.state = 'started')
    group by s.stage order by min(o.seq) limit 100`
}

export interface NamedLetter {
  messageId: string
  stage: string
}

/** Records the dead letters that a broker made itself, as their stage will not; returns those that were not known. */
export async function noteDeadLetters(sql: Db, letters: readonly NamedLetter[]): Promise<NamedLetter[]> {
  const noted: NamedLetter[] = []
  for (const letter of letters) {
    const { messageId, stage } = letter
    const done = await sql`
      update outbox as o set dead_stages = array_append(o.dead_stages, ${stage}::text)
      where o.message_id = ${messageId} and o.settled_at is null
        and ${stage}::text = any(o.stages) and ${stage}::text <> all(o.dead_stages)`
    if (done.count > 0) noted.push(letter)
  }
  return noted
}
