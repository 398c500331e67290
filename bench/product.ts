import { freePort } from '../shared/postgres/server/embedded.ts'
import { type Product, startProduct } from '../test/harness/product.ts'
import type { Rig } from './rig.ts'

/** Nothing but what `npm start` brings; empty is absent. */
const ALONE = { DATABASE_URL: '', AMQP_URL: '', SIMULATOR_URL: '', ADMIN_TOKEN: '', INTERNAL_TOKEN: '' }

/** `npm start` as a user types it, on a port and a data folder of its own. */
export async function npmStart(rig: Rig, dataDir: string, env: Record<string, string> = {}): Promise<Product> {
  const product = await startProduct({ npm: true, dataDir, port: await freePort(), env: { ...ALONE, ...env } })
  rig.defer(() => product.stop())
  return product
}
