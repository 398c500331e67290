import { once } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { AppError, errorMessage } from '../../errors.ts'
import type { Tx } from '../server/db.ts'
import type { BackupTable } from './backup-format.ts'

/** Stores rows in the form of COPY and returns their number. */
export async function copyRows(
  tx: Tx,
  { table, columns }: BackupTable,
  pieces: AsyncGenerator<Buffer>,
): Promise<number> {
  const first = await pieces.next()
  if (first.done) return 0
  const into = await tx`copy ${tx(table)} (${tx(columns)}) from stdin`.writable()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  into.on('error', failed.reject)
  try {
    const write = async (piece: Buffer): Promise<void> => {
      if (!into.write(piece)) await Promise.race([once(into, 'drain'), failed.promise])
    }
    await write(first.value)
    for await (const piece of pieces) await write(piece)
    // The driver takes no statement while rows wait for the socket: the last of them, an empty one, is waited for.
    await Promise.race([new Promise((done) => into.write(Buffer.alloc(0), done)), failed.promise])
    into.end()
    // The driver does not report an error that follows the last row. The next statement of the transaction then fails.
    await turn()
    const [counted] = await Promise.race([
      tx<[{ rows: number }]>`select count(*)::int as rows from ${tx(table)}`,
      failed.promise,
    ])
    return counted.rows
  } catch (cause) {
    into.destroy()
    if (cause instanceof AppError) throw cause
    throw new AppError('invalid', `table ${table} does not accept the rows of the backup: ${errorMessage(cause)}`, {
      cause,
    })
  }
}
