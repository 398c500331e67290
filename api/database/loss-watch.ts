import type { Log } from '../../shared/log.ts'
import { DataLossWatch } from '../../shared/postgres/server/data-loss-watch.ts'
import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** The watch of a replica, which remembers the newest write that it has confirmed to its callers. */
export const watchLosses = ({
  reader,
  writer,
  instanceId,
  log,
}: {
  reader: Reader
  writer: Writer
  instanceId: string
  log: Log
}): DataLossWatch =>
  new DataLossWatch({
    name: `api ${instanceId}`,
    read: (work) => reader.read(work),
    write: (work) => writer.write(work),
    log,
  })
