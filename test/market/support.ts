import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { requestTokens } from '../../shared/market/schwab-oauth.ts'
import { createAgent } from '../../shared/market/send-request.ts'
import { type TokenFile, writeTokenFile } from '../../shared/market/token-file.ts'
import { type Simulator, startSimulator } from '../../simulator/server.ts'

export const CREDENTIALS = { appKey: 'key-of-the-tests', appSecret: 'secret-of-the-tests' }
const CALLBACK = 'https://127.0.0.1:8182'

/** The simulated brokerage at any instant, a folder for token files, and a person who logs in. */
export interface World {
  simulator: Simulator
  folder: string
  baseUrl(at: Date): string
  /** Tokens of a login at an instant, as the file of one. */
  login(at: Date): Promise<TokenFile>
  loginTo(path: string, at: Date): Promise<TokenFile>
  fault(spec: { mode: string; path?: string; status?: number; times?: number; ms?: number }): Promise<void>
  heal(): Promise<void>
  close(): Promise<void>
}

export async function brokerageWorld(now: () => Date): Promise<World> {
  const simulator = await startSimulator({ now })
  const folder = await mkdtemp(join(tmpdir(), 'market-state-brokerage-'))
  const agent = createAgent()
  const baseUrl = (at: Date): string => `${simulator.url}/at/${at.toISOString()}/schwab`

  async function login(at: Date): Promise<TokenFile> {
    const query = new URLSearchParams({ client_id: CREDENTIALS.appKey, redirect_uri: CALLBACK })
    const answer = await fetch(`${baseUrl(at)}/v1/oauth/authorize?${query}`, { redirect: 'manual' })
    const code = new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? ''
    const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK } as const
    const host = { agent, baseUrl: baseUrl(at), credentials: CREDENTIALS }
    const tokens = await requestTokens(host, grant, AbortSignal.timeout(5_000))
    const seconds = Math.floor(at.getTime() / 1000)
    return { creation_timestamp: seconds, token: { ...tokens, expires_at: seconds + tokens.expires_in } }
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
      await agent.destroy()
      await simulator.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
