import { Counter, Gauge, type Registry } from 'prom-client'
import type { Reader } from '../database/reader.ts'
import type { StandbyState } from '../database/standby-reader.ts'
import { knownGauge } from '../http/known-gauge.ts'
import type { DocumentCache } from './document-cache.ts'

const READER_STATES = ['starting', 'up', 'down'] as const
const HELP = {
  hits: 'Reads answered from ready bytes',
  loads: 'Documents read from the database',
  evictions: 'Documents dropped to stay within the byte limit',
}

export function measureReads(registry: Registry, cache: DocumentCache, reader: Reader): void {
  for (const name of ['hits', 'loads', 'evictions'] as const) {
    const counter: Counter = new Counter({
      name: `document_cache_${name}_total`,
      help: HELP[name],
      registers: [registry],
      collect: () => {
        counter.reset()
        counter.inc(cache.stats[name])
      },
    })
  }
  const bytes: Gauge = new Gauge({
    name: 'document_cache_bytes',
    help: 'Ready bytes in memory',
    registers: [registry],
    collect: () => bytes.set(cache.bytes),
  })
  const state: Gauge<'state'> = new Gauge({
    name: 'database_reads_state',
    help: '1 for the current state of reads from the database',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      for (const one of READER_STATES) state.set({ state: one }, one === reader.state() ? 1 : 0)
    },
  })
}

/** The series of a standby exist only where there is one. */
export function measureStandby(registry: Registry, standby: () => StandbyState | null): void {
  knownGauge(
    registry,
    {
      name: 'database_standby_lag_seconds',
      help: 'How far the standby of public reads is behind; absent where there is none, or the lag is not known',
    },
    () => standby()?.lagSeconds ?? null,
  )
  const serves: Gauge = new Gauge({
    name: 'database_standby_serves',
    help: '1 while public documents are read from the standby',
    registers: [registry],
    collect: () => serves.set(standby()?.serves ? 1 : 0),
  })
}
