import type { MarketClient } from '../../client/index.d.ts'

/** The answer of an operation by the published contract, because pages read nothing that a client could not read. */
export type Answer<Operation extends keyof MarketClient> = MarketClient[Operation] extends (
  ...given: never[]
) => Promise<infer Value>
  ? Value
  : never
