import { type Product, startProduct } from '../harness/product.ts'
import { freePort } from '../shared/free-port.ts'
import type { Rig } from './rig.ts'

/** Clears variables so that `npm start` uses only its own servers and whole world; an empty value counts as absent. */
const ALONE = {
  DATABASE_URL: '',
  AMQP_URL: '',
  SIMULATOR_URL: '',
  SIMULATOR_MEMBERS: '',
  ADMIN_TOKEN: '',
  INTERNAL_TOKEN: '',
}

/** Runs `npm start` as a user types it, with its own port and data folder. */
export async function npmStart(rig: Rig, dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ npm: true, dataDir, port: await freePort(), env: { ...ALONE, ...env } })
  rig.defer(() => product.stop())
  return product
}
