import type { MarketClient } from '../../client/index.d.ts'

/** What an operation answers by the published contract: the pages read nothing that a client could not. */
export type Answer<Operation extends keyof MarketClient> = MarketClient[Operation] extends (
  ...given: never[]
) => Promise<infer Value>
  ? Value
  : never
