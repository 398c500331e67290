import type { SourceSetup } from '../../shared/domain/market/source-setup.ts'
import type { BrokerageWatch } from './brokerage-watch.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    brokerage: BrokerageWatch
    sourceSetup: SourceSetup
    /** How many days the runs of sources are kept; 0: for ever. */
    sourceRunsKeepDays: number
  }
}
