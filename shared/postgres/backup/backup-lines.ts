import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { AppError } from '../../errors.ts'
import { END_OF_ROWS } from './backup-format.ts'

const NEWLINE = 10
const ROWS = Buffer.from(`${END_OF_ROWS}\n`)

export interface BackupLines {
  /** The next line of text. */
  text(): Promise<string>
  /** The rows of one table, in pieces of whole lines, up to END_OF_ROWS, which is taken too. */
  rows(): AsyncGenerator<Buffer>
  close(): void
}

/** Reads a packed backup in pieces, so that its size does not matter. */
export function openBackup(file: string): BackupLines {
  const source = createReadStream(file)
  const unpacked = createGunzip()
  source.once('error', (error) => unpacked.destroy(error))
  const chunks: AsyncIterator<Buffer> = source.pipe(unpacked)[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)

  /** Adds unpacked bytes to `rest`. The file must not end before its footer. */
  async function more(): Promise<void> {
    const next = await chunks.next().catch((cause: NodeJS.ErrnoException) => {
      const isFile = cause.path !== undefined
      throw new AppError(
        'invalid',
        `${file} ${isFile ? `cannot be read (${cause.code})` : 'is damaged or incomplete'}`,
        {
          cause,
        },
      )
    })
    if (next.done) throw new AppError('invalid', `${file} is incomplete`)
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }

  function take(bytes: number): Buffer {
    const taken = rest.subarray(0, bytes)
    rest = rest.subarray(bytes)
    return taken
  }

  return {
    async text() {
      let end = rest.indexOf(NEWLINE)
      while (end === -1) {
        await more()
        end = rest.indexOf(NEWLINE)
      }
      return take(end + 1).toString('utf8', 0, end)
    },
    async *rows() {
      for (;;) {
        const end = startOfLine(rest, ROWS)
        if (end !== -1) {
          if (end > 0) yield take(end)
          take(ROWS.length)
          return
        }
        // The remaining bytes may be the beginning of a line and stay in `rest`.
        const whole = rest.lastIndexOf(NEWLINE) + 1
        if (whole > 0) yield take(whole)
        await more()
      }
    },
    close: () => source.destroy(),
  }
}

/** `rest` always begins at the start of a line. */
function startOfLine(bytes: Buffer, line: Buffer): number {
  if (bytes.subarray(0, line.length).equals(line)) return 0
  const at = bytes.indexOf(Buffer.concat([Buffer.from('\n'), line]))
  return at === -1 ? -1 : at + 1
}
