import type { Registry } from 'prom-client'
import type { Log } from '../../shared/log.ts'
import type { DataLossWatch } from '../../shared/postgres/server/data-loss-watch.ts'
import type { ClockChanges } from '../../shared/postgres/server/follow-clock.ts'
import type { DocumentTopic } from '../../shared/postgres/signals/read-models.ts'
import type { Clock } from '../../shared/time/clock.ts'
import type { Reader } from '../database/reader.ts'
import type { StandbyState } from '../database/standby-reader.ts'
import type { StorageWatch } from '../database/storage-watch.ts'
import type { Writer } from '../database/writer.ts'
import type { ApiLimits } from './limits.ts'
import type { TokenLookup } from './token-lookup.ts'

/**
 * The dependencies that a route gets from app.ts. The cache and the subjects declare their own members next to the code
 * that creates them (`declare module`), so that this floor imports none of them.
 */
export interface ApiContext {
  reader: Reader
  /** For what the AI read serves: its login cannot write. */
  verdictReader: Reader
  /** For the few public reads that cause a write; all others only read. */
  writer: Writer
  storage: StorageWatch
  losses: DataLossWatch
  /** Returns the state of the standby that serves public documents; null without one. */
  standby(): StandbyState | null
  agentTokens: TokenLookup
  clock: Clock
  clockChanges: ClockChanges
  log: Log
  dataMode: 'live' | 'simulated'
  instanceId: string
  /** The address under which clients reach the service; null: only loopback names are its own. */
  publicUrl: string | null
  metrics: Registry
  limits: ApiLimits
  /** Calls the listener at every announced change, and with `all` after a gap in the announcements. */
  onDocuments(listener: (topic: DocumentTopic | 'all') => void): void
}
