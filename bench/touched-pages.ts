import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { EXPLAINED, readPlan } from '../harness/read-plans.ts'
import type { Database } from './rig.ts'

/** The server logs a plan when the statement ends; the wait leaves time for statements that nobody waited for. */
const WRITTEN_WITHIN_MS = 50
/** A plan that the server is still writing has no closing brace and is not counted. */
const LOGGED = /^([^|\n]*)\|LOG: {2}duration: [\d.]+ ms {2}plan:\n(\t\{\n(?:\t .*\n)+\t\}\n)/gm

/** Counts the pages of tables and indexes that the statements of a replica touch: a figure without the machine in it. */
export interface TouchedPages {
  /** Pages that all statements on this database touched while the work ran. */
  during(database: Database, work: () => Promise<unknown>): Promise<number>
  close(): Promise<void>
}

/** Sessions that are opened from now on explain each statement to the log of the run's server, which slows them. */
export async function countPages(databases: readonly Database[]): Promise<TouchedPages> {
  const [{ sql }] = databases as [Database]
  const [{ folder }] = await sql<[{ folder: string }]>`select current_setting('data_directory') as folder`
  const log = await open(join(dirname(folder), 'postgres.log'))
  await sql`alter system set log_line_prefix = '%d|'`
  await sql`select pg_reload_conf()`
  for (const { url } of databases)
    for (const [name, value] of Object.entries(EXPLAINED))
      await sql.unsafe(`alter database ${nameOf(url)} set ${name} = '${value}'`)
  return {
    async during({ url }, work) {
      const { size: from } = await log.stat()
      await work()
      await sleep(WRITTEN_WITHIN_MS)
      const { size: upTo } = await log.stat()
      const text = Buffer.alloc(upTo - from)
      await log.read(text, 0, text.length, from)
      return [...text.toString().matchAll(LOGGED)]
        .filter(([, database]) => database === nameOf(url))
        .reduce((pages, [, , plan]) => pages + readPlan(plan!).buffers, 0)
    },
    close: () => log.close(),
  }
}

const nameOf = (url: string): string => new URL(url).pathname.slice(1)
