import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../shared/errors.ts'

/** Forty years of a weekly survey take 200 KB. */
const FILE_BYTES_MAX = 5_000_000
const FILES_MAX = 1_000

/** Reads the newest CSV that an operator put into the folder. Errors say what to do and never where the folder is. */
export async function readDropped(folder: URL): Promise<Uint8Array> {
  const path = fileURLToPath(folder)
  let names: string[]
  try {
    names = (await readdir(path)).sort().slice(0, FILES_MAX)
  } catch (cause) {
    throw new AppError('conflict', 'the drop folder cannot be read', { cause })
  }
  const sheets = await Promise.all(
    names
      .filter((name) => name.toLowerCase().endsWith('.csv'))
      .map(async (name) => ({ name, ...fileFacts(await stat(join(path, name))) })),
  )
  const newest = sheets
    .filter(({ isFile }) => isFile)
    .sort((a, b) => a.changed - b.changed || (a.name < b.name ? -1 : 1))
    .at(-1)
  if (!newest) {
    const workbook = names.some((name) => /\.xlsx?$/i.test(name))
    throw new AppError(
      'conflict',
      workbook ? 'the drop folder has a workbook: save its sheet as CSV' : 'the drop folder has no CSV',
    )
  }
  if (newest.size > FILE_BYTES_MAX)
    throw new AppError('invalid', `the file has ${newest.size} bytes, the maximum is ${FILE_BYTES_MAX}`)
  return await readFile(join(path, newest.name))
}

const fileFacts = (found: Awaited<ReturnType<typeof stat>>) => ({
  isFile: found.isFile(),
  changed: Number(found.mtimeMs),
  size: Number(found.size),
})
