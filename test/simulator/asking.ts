import http from 'node:http'
import { afterAll, beforeAll } from 'vitest'
import { startSharedSimulator } from '../../harness/shared-simulator.ts'
import type { Simulator } from '../../simulator/server.ts'

export const NOW = '2026-11-20T15:00:00Z'
export const SEED = 1316

export type Answer = { status: number; type: string; headers: http.IncomingHttpHeaders; text: string; bytes: Buffer }

/** Uses plain node:http, because fetch always sends a user agent and one vendor refuses requests without one. */
export const get = (url: string, headers: Record<string, string> = { 'user-agent': 'test/1' }): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const type = response.headers['content-type'] ?? ''
        resolve({ status: response.statusCode ?? 0, type, headers: response.headers, text: bytes.toString(), bytes })
      })
    })
    request.on('error', reject)
  })

/** A simulator for one test file, with requests for a path at an instant. */
export const simulated = (options: { quotas?: boolean } = {}) => {
  let simulator: Simulator | undefined
  beforeAll(async () => {
    simulator = await startSharedSimulator({ ...options, seed: SEED, now: () => new Date(NOW) })
  })
  afterAll(() => simulator?.close())
  const url = (path: string): string => `${simulator?.url}${path}`
  return {
    url,
    at: (instant: string, path: string, headers?: Record<string, string>) => get(url(`/at/${instant}${path}`), headers),
    now: (path: string, headers?: Record<string, string>) => get(url(path), headers),
  }
}
