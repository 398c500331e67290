import type { Route } from '../http/route.ts'
import { webhooksRoutes } from './webhooks-route.ts'

export const WEBHOOK_ROUTES: readonly Route[] = [...webhooksRoutes]
