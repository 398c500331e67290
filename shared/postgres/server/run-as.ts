import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'

/** How to start a server that refuses to run as root. */
export interface RunAs {
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess
  /** Hands a file or folder to whoever the server runs as. */
  own(path: string): Promise<void>
}

const NOBODY = 65_534
const IN_NAMESPACE = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--']
/** Linux ends the server, in its own orderly way, when the process that started it is gone, however it went. */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'INT', '--']

const works = ([command, ...args]: readonly string[]): boolean =>
  spawnSync(command!, [...args, 'true'], { stdio: 'ignore' }).status === 0

/**
 * An ordinary user just runs it. Root first tries a user namespace: inside, the server sees uid 1000,
 * outside its files stay root's, so a folder that only root may enter works and no account is needed.
 * Where namespaces are forbidden, the server runs as nobody, which must be able to reach the folder.
 */
export async function runAsAnybodyButRoot(folder: string): Promise<RunAs> {
  const lifeline = works(WITH_PARENT) ? WITH_PARENT : []
  const start = (prefix: readonly string[]) => (command: string, args: string[], options: SpawnOptions) => {
    const [first, ...rest] = [...prefix, ...lifeline, command, ...args]
    return spawn(first!, rest, options)
  }
  if (process.getuid?.() !== 0) return { spawn: start([]), own: async () => {} }
  if (works(IN_NAMESPACE)) return { spawn: start(IN_NAMESPACE), own: async () => {} }
  const own = (path: string) => chown(path, NOBODY, NOBODY)
  await own(folder)
  return {
    // Changing the user clears the death signal, so it is asked for after that: setpriv runs as nobody.
    spawn: (command, args, options) => start([])(command, args, { ...options, uid: NOBODY, gid: NOBODY }),
    own,
  }
}
