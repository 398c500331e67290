import { takeDataDir } from '../shared/data-dir.ts'
import { errorMessage } from '../shared/errors.ts'

/** The answer of a contender to one attempt on the folder. */
export interface Attempt {
  won: boolean
  error: string | null
}

/**
 * A process that takes a data folder at a given instant, on the clock that all processes of a machine share, so that
 * several of them try within microseconds. It holds the folder until the next message.
 */
const folder = process.argv[2]!
let held: Awaited<ReturnType<typeof takeDataDir>> | null = null

process.on('message', async ({ at }: { at: string | null }) => {
  await held?.release()
  held = null
  if (at === null) return process.send?.({ won: false, error: null } satisfies Attempt)
  while (process.hrtime.bigint() < BigInt(at));
  try {
    held = await takeDataDir(folder)
    process.send?.({ won: true, error: null } satisfies Attempt)
  } catch (error) {
    process.send?.({ won: false, error: errorMessage(error) } satisfies Attempt)
  }
})
process.send?.({ won: false, error: null } satisfies Attempt)
