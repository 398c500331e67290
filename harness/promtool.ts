import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { errorMessage } from '../shared/errors.ts'

const run = promisify(execFile)
const FOLDER = join(tmpdir(), 'market-promtool')
const UNPACKED = join(FOLDER, 'usr/bin/promtool')

const installed = (): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'promtool')), UNPACKED].find(existsSync)

/**
 * The path of promtool: an installed one, else that of Debian's package `prometheus`, unpacked without being installed,
 * so that no server of it starts. Fails with instructions where neither is possible: the rules are never left untested.
 */
export async function promtool(): Promise<string> {
  const found = installed()
  if (found) return found
  if (!existsSync('/usr/bin/apt-get'))
    throw new Error('The alert rules are tested by promtool: install Prometheus 2.40 or newer, so that it is in PATH')
  process.stdout.write('promtool is absent: unpacking it from the package prometheus\n')
  await mkdir(FOLDER, { recursive: true })
  const download = () => run('apt-get', ['-q', 'download', 'prometheus'], { cwd: FOLDER })
  await download().catch(async (error: unknown) => {
    process.stdout.write(`${errorMessage(error)}\n`)
    // The package lists may be absent or old.
    await run('apt-get', ['-q', 'update'])
    await download()
  })
  const archive = (await readdir(FOLDER)).find((name) => name.endsWith('.deb'))
  if (!archive) throw new Error('apt-get download left no package of prometheus')
  await run('dpkg', ['-x', archive, '.'], { cwd: FOLDER })
  return UNPACKED
}
