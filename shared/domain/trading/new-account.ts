import { dollarsIn } from './money.ts'

/** The cash that an epoch of an account begins with; `absent` describes the default when it is not given. */
export const openingBalance = (absent: string) =>
  dollarsIn({ min: 1, max: 1_000_000_000 }, `opening cash in dollars; absent: ${absent}`)
