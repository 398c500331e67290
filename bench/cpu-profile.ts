import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { table } from '../ops/table.ts'
import { REPOSITORY } from '../test/harness/product.ts'

const TOP = 12
const MICROSECONDS_PER_MS = 1_000

/** What we read of V8's format. */
const CpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: z.object({ functionName: z.string(), url: z.string() }) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
export type CpuProfile = z.infer<typeof CpuProfile>

export interface SelfTime {
  name: string
  ms: number
  share: number
}

/** Waiting is no work. */
const NOT_WORK = new Set(['(idle)', '(root)'])

/** The package, file or part of the runtime a function belongs to. */
export function placeOf(url: string): string {
  if (url === '') return 'V8 and native code'
  if (url.startsWith('node:')) return url
  const path = url.startsWith('file:') ? fileURLToPath(url) : url
  const inside = path.lastIndexOf('node_modules/')
  if (inside >= 0) {
    const words = path.slice(inside + 'node_modules/'.length).split('/')
    return words.slice(0, words[0]!.startsWith('@') ? 2 : 1).join('/')
  }
  return path.startsWith(`${REPOSITORY}/`) ? path.slice(REPOSITORY.length + 1) : path
}

/** Self time by a name given to each function, longest first; shares are of the time that was worked. */
export function selfTimes(
  { nodes, samples, timeDeltas }: CpuProfile,
  nameOf: (frame: { functionName: string; url: string }) => string,
): SelfTime[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let worked = 0
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)
    if (!frame || NOT_WORK.has(frame.functionName)) continue
    const ms = (timeDeltas[at] ?? 0) / MICROSECONDS_PER_MS
    worked += ms
    const name = nameOf(frame)
    times.set(name, (times.get(name) ?? 0) + ms)
  }
  return [...times]
    .map(([name, ms]) => ({ name, ms, share: worked === 0 ? 0 : ms / worked }))
    .sort((a, b) => b.ms - a.ms)
}

const functionIn = ({ functionName, url }: { functionName: string; url: string }): string =>
  url === '' ? functionName : `${functionName || '(anonymous)'} in ${placeOf(url)}`

const top = (times: readonly SelfTime[], title: string): string =>
  table(
    times.slice(0, TOP).map(({ name, ms, share }) => ({
      'self ms': Math.round(ms),
      share: `${(100 * share).toFixed(1)} %`,
      [title]: name,
    })),
  )

/** Where the time of every profiled process went, by function and by package or file. */
export async function describeProfiles(folder: string): Promise<string> {
  const parts: string[] = []
  for (const name of (await readdir(folder)).sort()) {
    const profile = CpuProfile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    parts.push(
      `\n${join(folder, name)} (opens in a browser's developer tools)`,
      top(selfTimes(profile, functionIn), 'function'),
      '',
      top(
        selfTimes(profile, ({ url }) => placeOf(url)),
        'package or file',
      ),
    )
  }
  return parts.length > 0 ? parts.join('\n') : 'this row has no process of ours to profile'
}
