import { accountTools } from './account-tools.ts'
import { marketTools } from './market-tools.ts'
import { quoteTools } from './quote-tools.ts'
import type { Tool } from './tool.ts'
import { tradeTools } from './trade-tools.ts'

/** At most 15, because every model that connects reads all of them. */
export const TOOLS: readonly Tool[] = [...marketTools, ...quoteTools, ...accountTools, ...tradeTools]
