import type { Db } from './db.ts'

/** A write that was confirmed: to a caller its trade or answer, to a broker that a stage has handled a message. */
export type NotedWrite =
  | { kind: 'trade'; id: string; status: string }
  | { kind: 'answer'; scope: string; key: string }
  | { kind: 'message'; id: string; stage: string }

/** The most writes that a process remembers and can list as lost; it makes fewer between two checks. */
const NOTED_MAX = 10_000

interface Noted {
  write: NotedWrite
  /** The sequence at the first check after the write: a database with a later number has it. Null before the check. */
  number: number | null
}

/**
 * The newest confirmed writes of this process. The loss of a write shows in a sequence number that was raised after it,
 * so the write itself is looked up only to list what a standby that lagged far behind has lost.
 */
export class NotedWrites {
  #noted: Noted[] = []
  /** The newest sequence number that a check has read. */
  #newest = 0

  note(write: NotedWrite): void {
    if (this.#noted.length >= NOTED_MAX) this.#noted.shift()
    this.#noted.push({ write, number: null })
  }

  /** The writes whose loss a sequence number may not show. */
  get uncovered(): NotedWrite[] {
    return this.since(this.#newest)
  }

  /** The writes that a database of this number may lack, in their order. */
  since(number: number): NotedWrite[] {
    return this.#noted.filter((each) => each.number === null || each.number >= number).map(({ write }) => write)
  }

  /** Marks the given writes, which existed before the check that read the number. */
  seen(writes: readonly NotedWrite[], number: number): void {
    const before = new Set(writes)
    for (const each of this.#noted) if (each.number === null && before.has(each.write)) each.number = number
    this.#newest = number
  }

  forget(writes: readonly NotedWrite[]): void {
    const gone = new Set(writes)
    this.#noted = this.#noted.filter(({ write }) => !gone.has(write))
  }
}

/** The writes that the database does not have. */
export async function lostWrites(sql: Db, notes: readonly NotedWrite[]): Promise<NotedWrite[]> {
  if (notes.length === 0) return []
  const rows = await sql<{ at: number }[]>`
    select (n.at - 1)::integer as at
    from jsonb_array_elements(${JSON.stringify(notes)}::text::jsonb) with ordinality as n (write, at)
    where case n.write->>'kind'
      when 'trade' then not exists (
        select 1 from trades as t where t.id::text = n.write->>'id'
          and (n.write->>'status' = 'pending' or t.status = n.write->>'status'
            or n.write->>'status' = 'executing' and t.status <> 'pending'))
      when 'message' then not exists (
        select 1 from inbox as i where i.message_id = n.write->>'id' and i.stage = n.write->>'stage')
      else not exists (
        select 1 from idempotency_keys as k where k.scope = n.write->>'scope'
          and encode(k.key_sha256, 'hex') = n.write->>'key')
      end`
  // Trades first: a list that is cut must not leave them out.
  return rows.map(({ at }) => notes[at]!).toSorted((a, b) => Number(b.kind === 'trade') - Number(a.kind === 'trade'))
}
