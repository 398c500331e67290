import { z } from 'zod'
import { COMPLETION_MODES } from './spoiled-completion.ts'

const FAULT_MODES = [
  'latency',
  'stall',
  'status',
  'html',
  'truncated',
  'malformed',
  'absurd',
  'stale',
  'empty',
  'drip',
  'reset',
  'huge',
  ...COMPLETION_MODES,
] as const

const STALE_DEFAULT_MS = 86_400_000
const LATENCY_DEFAULT_MS = 1000
const MS_MAX = 10 * 365 * 86_400_000
const TIMES_MAX = 1_000_000
const FAULTS_MAX = 200

export const FaultSpec = z.strictObject({
  vendor: z.string().min(1).max(64),
  path: z.string().min(1).max(500).optional(),
  mode: z.enum(FAULT_MODES),
  status: z.int().min(200).max(599).optional(),
  ms: z.int().min(0).max(MS_MAX).optional(),
  times: z.int().min(1).max(TIMES_MAX).optional(),
})
export type FaultSpec = z.infer<typeof FaultSpec>
export type Fault = FaultSpec & { id: string; served: number }

export const faultMs = (fault: FaultSpec): number =>
  fault.ms ?? (fault.mode === 'stale' ? STALE_DEFAULT_MS : LATENCY_DEFAULT_MS)

/** Faults stay here until a request matches; the simulator holds no other state. */
export type Faults = {
  add(spec: FaultSpec): Fault | null
  list(): Fault[]
  remove(id: string): boolean
  clear(): number
  /** Every fault that matches, each counted as served; several of different modes may act on one response. */
  take(vendor: string, path: string): Fault[]
}

export const createFaults = (): Faults => {
  const faults = new Map<string, Fault>()
  let count = 0
  return {
    add: (spec) => {
      if (faults.size >= FAULTS_MAX) return null
      count += 1
      const fault = { ...spec, id: `fault-${count}`, served: 0 }
      faults.set(fault.id, fault)
      return fault
    },
    list: () => [...faults.values()],
    remove: (id) => faults.delete(id),
    clear: () => {
      const { size } = faults
      faults.clear()
      return size
    },
    take: (vendor, path) => {
      const hit = [...faults.values()].filter(
        (fault) => fault.vendor === vendor && (fault.path === undefined || path.includes(fault.path)),
      )
      for (const fault of hit) {
        fault.served += 1
        if (fault.times !== undefined && fault.served >= fault.times) faults.delete(fault.id)
      }
      return hit
    },
  }
}
