import { darkpool } from './darkpool.ts'
import { fred } from './fred.ts'
import { market } from './market.ts'
import { options } from './options.ts'
import type { Source } from './source.ts'

/** Every source, in alphabetical order; the file is named after the source. */
export const sources: readonly Source[] = [darkpool, fred, market, options]
