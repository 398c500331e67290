import { errorMessage } from '../../shared/errors.ts'
import { openRig, type Rig, type Servers } from '../rig.ts'
import type { Measured } from './cost.ts'
import { consumers, streams } from './readers.ts'
import { sessions, sources, tickers, workers } from './stages.ts'
import { messages, trades } from './writers.ts'

const UNITS: readonly [id: string, measure: (rig: Rig) => Promise<Measured>][] = [
  ['consumer', consumers],
  ['stream', streams],
  ['trade', trades],
  ['message', messages],
  ['source', sources],
  ['ticker', tickers],
  ['worker', workers],
  ['session', sessions],
]

/** Measures each unit in a rig of its own; one that fails leaves the others. */
export async function measureCapacity(
  servers: Servers,
  { quick, say, interrupted }: { quick: boolean; say(text: string): void; interrupted: Promise<never> },
): Promise<{ measured: Measured[]; failed: string[] }> {
  const measured: Measured[] = []
  const failed: string[] = []
  let isOver = false
  interrupted.catch(() => {
    isOver = true
  })
  for (const [id, measure] of UNITS) {
    say(`capacity, ${id} …`)
    await using rig = openRig(servers, { quick, rounds: 1, profiles: null })
    try {
      const measuring = measure(rig)
      measuring.catch(() => {})
      measured.push(await Promise.race([measuring, interrupted]))
    } catch (error) {
      if (isOver) throw error
      failed.push(`${id}: ${errorMessage(error)}`)
    }
  }
  return { measured, failed }
}
