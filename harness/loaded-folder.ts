import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { askRun } from './ask-run.ts'
import { eventually } from './eventually.ts'
import { temporaryFolder } from './product.ts'
import { openSteppedMarket, SHORT_HISTORY } from './stepped-market.ts'

/**
 * The environment of a start on a loaded folder: it requests exactly the history that is loaded. In this world the
 * house accounts buy picks on the half-day, because they were locked in the sessions before it.
 */
export const LOADED = {
  SIMULATOR_START: '2026-11-27T12:05',
  SIMULATOR_SEED: '7',
  ...SHORT_HISTORY,
  BACKFILL_CYCLE_SESSIONS: '1',
  DATABASE_URL: '',
  AMQP_URL: '',
}
/** Time limit of a hook or a test that uses the folder, because the first one waits until it is loaded. */
export const LOADED_WITHIN_MS = 480_000

/** Lets the product load its history into a new folder; its clock has stood at the first instant since. */
export async function makeLoadedFolder(): Promise<string> {
  const folder = await temporaryFolder()
  const market = await openSteppedMarket(folder, LOADED)
  try {
    await eventually(() => market.product.output().includes('back-fill: complete'), { within: LOADED_WITHIN_MS })
  } finally {
    await market.close()
  }
  return folder
}

/**
 * Copies the data folder of a product that has loaded a short history and whose clock is stopped at SIMULATOR_START of
 * a half-day. A first start takes 45 seconds of processor time, and few tests need it.
 */
export const loadedFolder = async (into?: string): Promise<string> => await copyOf(await askRun('/loaded-folder'), into)

/** Copies the data folder of a product that has stopped. */
export async function copyOf(folder: string, into?: string): Promise<string> {
  const copy = into ?? (await temporaryFolder())
  // Postgres may belong to another user than the one who runs the tests.
  await promisify(execFile)('cp', ['-a', `${folder}/.`, copy])
  return copy
}
