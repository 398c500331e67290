import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { REPOSITORY } from '../harness/product.ts'
import { table } from '../ops/table.ts'

const TOP = 12
const MICROSECONDS_PER_MS = 1_000

const Frame = z.object({ functionName: z.string(), url: z.string() })
type Frame = z.infer<typeof Frame>

/** The part of V8's profile format that we read. */
const CpuProfile = z.object({
  nodes: z.array(z.object({ id: z.number(), callFrame: Frame, children: z.array(z.number()).default([]) })),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
export type CpuProfile = z.infer<typeof CpuProfile>

export interface SelfTime {
  name: string
  ms: number
  share: number
}

/** Frames of waiting, which do not count as work. */
const NOT_WORK = new Set(['(idle)', '(root)'])

/** Returns the package or file that a function belongs to; null for a function of the runtime. */
export function placeOf(url: string): string | null {
  if (!url.startsWith('file:')) return null
  const path = fileURLToPath(url)
  const inside = path.lastIndexOf('node_modules/')
  if (inside >= 0) {
    const words = path.slice(inside + 'node_modules/'.length).split('/')
    return words.slice(0, words[0]!.startsWith('@') ? 2 : 1).join('/')
  }
  return path.startsWith(`${REPOSITORY}/`) ? path.slice(REPOSITORY.length + 1) : path
}

/** Names a function; the callers are listed from the nearest. */
type Namer = (frame: Frame, callers: readonly Frame[]) => string

/** Sums self time by name, longest first; shares are of the busy time. */
export function selfTimes({ nodes, samples, timeDeltas }: CpuProfile, nameOf: Namer): SelfTime[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id] as const)))
  const names = new Map<number, string | null>()
  function named(id: number): string | null {
    const frame = byId.get(id)?.callFrame
    if (!frame || NOT_WORK.has(frame.functionName)) return null
    const callers: Frame[] = []
    for (let at = parents.get(id); at !== undefined; at = parents.get(at)) callers.push(byId.get(at)!.callFrame)
    return nameOf(frame, callers)
  }
  const times = new Map<string, number>()
  let worked = 0
  for (const [at, id] of samples.entries()) {
    if (!names.has(id)) names.set(id, named(id))
    const name = names.get(id)
    if (name === null || name === undefined) continue
    const ms = (timeDeltas[at] ?? 0) / MICROSECONDS_PER_MS
    worked += ms
    times.set(name, (times.get(name) ?? 0) + ms)
  }
  return [...times]
    .map(([name, ms]) => ({ name, ms, share: worked === 0 ? 0 : ms / worked }))
    .sort((a, b) => b.ms - a.ms)
}

export const byFunction: Namer = ({ functionName, url }) =>
  url === '' ? functionName : `${functionName || '(anonymous)'} in ${placeOf(url) ?? url}`

/** Counts work of the runtime (a write to a socket, a JSON text) for the package or file that called it. */
export const byPlace: Namer = (frame, callers) => {
  for (const { url } of [frame, ...callers]) {
    const place = placeOf(url)
    if (place !== null) return place
  }
  return 'the runtime by itself'
}

const top = (times: readonly SelfTime[], title: string): string =>
  table(
    times.slice(0, TOP).map(({ name, ms, share }) => ({
      'self ms': Math.round(ms),
      share: `${(100 * share).toFixed(1)} %`,
      [title]: name,
    })),
  )

/** Describes where the time of every profiled process went, by function and by package or file. */
export async function describeProfiles(folder: string): Promise<string> {
  const parts: string[] = []
  for (const name of (await readdir(folder)).sort()) {
    const profile = CpuProfile.parse(JSON.parse(await readFile(join(folder, name), 'utf8')))
    parts.push(
      `\n${join(folder, name)} (opens in a browser's developer tools)`,
      top(selfTimes(profile, byFunction), 'function'),
      '',
      top(selfTimes(profile, byPlace), 'package or file, with what the runtime did for it'),
    )
  }
  return parts.length > 0 ? parts.join('\n') : 'this row has no process of ours to profile'
}
