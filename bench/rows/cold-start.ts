import { eventually } from '../../harness/eventually.ts'
import { npmStart } from '../product.ts'
import type { Rig } from '../rig.ts'
import type { PlainRow } from '../row.ts'

const WITHIN = { within: 120_000 }
const UNITS = 1_000

const FIGURES = {
  firstHealth: 'first npm start to /health',
  firstFilled: 'first npm start to a market state served',
  secondHealth: 'second npm start to /health',
  secondFilled: 'second npm start to a market state served',
} as const
type Name = keyof typeof FIGURES

async function start(rig: Rig, dataDir: string): Promise<{ health: number; filled: number }> {
  const started = performance.now()
  const product = await npmStart(rig, dataDir)
  await eventually(async () => (await fetch(`${product.url}/health`)).ok, WITHIN)
  const health = performance.now() - started
  await eventually(async () => {
    const answer = await fetch(`${product.url}/api/v1/signals/latest`)
    return ((await answer.json()) as { cycle_id: string | null }).cycle_id !== null
  }, WITHIN)
  const filled = performance.now() - started
  await product.stop()
  return { health: health / UNITS, filled: filled / UNITS }
}

export const coldStart: PlainRow = {
  kind: 'plain',
  id: 'cold-start',
  async measure(rig) {
    const values: Record<Name, number[]> = { firstHealth: [], firstFilled: [], secondHealth: [], secondFilled: [] }
    for (let round = 0; round < rig.rounds; round++) {
      const dataDir = await rig.folder()
      const first = await start(rig, dataDir)
      const second = await start(rig, dataDir)
      values.firstHealth.push(first.health)
      values.firstFilled.push(first.filled)
      values.secondHealth.push(second.health)
      values.secondFilled.push(second.filled)
    }
    return (Object.keys(FIGURES) as Name[]).map((name) => ({ figure: FIGURES[name], unit: 's', values: values[name] }))
  },
}
