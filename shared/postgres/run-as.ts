import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chown } from 'node:fs/promises'

/** How to start a server that refuses to run as root. */
export interface RunAs {
  spawn(command: string, args: string[], options: SpawnOptions): ChildProcess
  /** Hands a file or folder to whoever the server runs as. */
  own(path: string): Promise<void>
}

const NOBODY = 65_534
const IN_NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000', '--']

/**
 * An ordinary user just runs it. Root first tries a user namespace: inside, the server sees uid 1000,
 * outside its files stay root's, so a folder that only root may enter works and no account is needed.
 * Where namespaces are forbidden, the server runs as nobody, which must be able to reach the folder.
 */
export async function runAsAnybodyButRoot(folder: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { spawn, own: async () => {} }
  if (spawnSync('unshare', [...IN_NAMESPACE, 'true']).status === 0) {
    return {
      spawn: (command, args, options) => spawn('unshare', [...IN_NAMESPACE, command, ...args], options),
      own: async () => {},
    }
  }
  const own = (path: string) => chown(path, NOBODY, NOBODY)
  await own(folder)
  return {
    spawn: (command, args, options) => spawn(command, args, { ...options, uid: NOBODY, gid: NOBODY }),
    own,
  }
}
