import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import { completeLogin } from '../../shared/market/schwab-login.ts'
import { authorizeUrl } from '../../shared/market/schwab-oauth.ts'
import { type TokenFile, writeTokenFile } from '../../shared/market/token-file.ts'
import type { Simulator } from '../../simulator/server.ts'

export const CREDENTIALS = { appKey: 'key-of-the-tests', appSecret: 'secret-of-the-tests' }
/** The letters of a key decide what its account pays for in the simulator. */
export const ALPACA_KEYS = {
  basic: { keyId: 'PKTESTTESTTESTTESTTE', secretKey: 'basicbasicbasicbasicbasicbasicbasicbasic' },
  plus: { keyId: 'AKTESTTESTTESTTESTTE', secretKey: 'plusplusplusplusplusplusplusplusplusplus' },
}
const CALLBACK = 'https://127.0.0.1:8182'

/** A simulated brokerage at any instant, with a folder for token files and logins of a person. */
export interface World {
  simulator: Simulator
  folder: string
  baseUrl(at: Date): string
  /** Logs in at an instant and returns the content of a token file. */
  login(at: Date): Promise<TokenFile>
  loginTo(path: string, at: Date): Promise<TokenFile>
  /** Injects a fault, by default into the brokerage. */
  fault(spec: {
    vendor?: string
    mode: string
    path?: string
    status?: number
    times?: number
    ms?: number
  }): Promise<void>
  heal(): Promise<void>
  close(): Promise<void>
}

export async function brokerageWorld(now: () => Date): Promise<World> {
  const simulator = await startSharedSimulator({ now })
  const folder = await mkdtemp(join(tmpdir(), 'market-state-brokerage-'))
  const baseUrl = (at: Date): string => `${simulator.url}/at/${at.toISOString()}/schwab`

  async function login(at: Date): Promise<TokenFile> {
    const page = authorizeUrl(baseUrl(at), CREDENTIALS.appKey, CALLBACK)
    const answer = await fetch(page, { redirect: 'manual' })
    const login = { baseUrl: baseUrl(at), credentials: CREDENTIALS, callback: CALLBACK, now: at }
    return await completeLogin(login, answer.headers.get('location') ?? '')
  }

  return {
    simulator,
    folder,
    baseUrl,
    login,
    async loginTo(path, at) {
      const file = await login(at)
      await writeTokenFile(path, file)
      return file
    },
    async fault(spec) {
      const answer = await fetch(`${simulator.url}/control/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ vendor: 'schwab', ...spec }),
      })
      if (answer.status !== 201) throw new Error(await answer.text())
    },
    async heal() {
      await fetch(`${simulator.url}/control/faults`, { method: 'DELETE' })
    },
    async close() {
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
