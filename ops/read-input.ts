import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { AppError } from '../shared/errors.ts'

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b])

/** The text of a file that an option names, unpacked if it is gzip's; the name of the file does not matter. */
export async function readInput(option: string, file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause) => {
    throw new AppError('invalid', `${option}: ${file} cannot be read`, { cause })
  })
  if (!bytes.subarray(0, 2).equals(GZIP_MAGIC)) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch (cause) {
    throw new AppError('invalid', `${option}: ${file} is not a complete .gz file`, { cause })
  }
}
