import type { SourceSetup } from '../../shared/domain/market/source-setup.ts'
import type { Route } from '../http/route.ts'
import type { BrokerageWatch } from './brokerage-watch.ts'
import { clockRoutes } from './clock-route.ts'
import { coherenceRoutes } from './coherence-route.ts'
import { healthRoutes } from './health-route.ts'
import { metricsRoutes } from './metrics-route.ts'
import { pipelineRoutes } from './pipeline-route.ts'
import { redriveRoutes } from './redrive-route.ts'
import { sourceHealthRoutes } from './source-health-route.ts'
import { sourceTrendsRoutes } from './source-trends-route.ts'
import { stageLoadRoutes } from './stage-load-route.ts'
import { statusRoutes } from './status-route.ts'
import { textRoutes } from './text-routes.ts'

declare module '../http/context.ts' {
  interface ApiContext {
    brokerage: BrokerageWatch
    sourceSetup: SourceSetup
    /** The runs of sources are kept for so many days; 0 means forever. */
    sourceRunsKeepDays: number
  }
}

export const STATUS_ROUTES: readonly Route[] = [
  ...textRoutes,
  ...healthRoutes,
  ...statusRoutes,
  ...sourceHealthRoutes,
  ...sourceTrendsRoutes,
  ...coherenceRoutes,
  ...metricsRoutes,
  ...pipelineRoutes,
  ...stageLoadRoutes,
  ...redriveRoutes,
  ...clockRoutes,
]
