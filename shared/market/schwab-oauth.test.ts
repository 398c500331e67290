import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { isRefused, requestTokens } from './schwab-oauth.ts'
import { createAgent } from './send-request.ts'

const TOKENS = { access_token: 'a', refresh_token: 'r', expires_in: 1_800 }
const GRANT = { grant_type: 'refresh_token', refresh_token: 'old one' } as const

/** Asks a brokerage that answers with this status and body; also returns what it was sent. */
async function asked(status: number, body: unknown) {
  const seen: { request?: IncomingMessage; form?: string } = {}
  const server = createServer((request, response) => {
    seen.request = request
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => {
      seen.form = (seen.form ?? '') + chunk
    })
    request.on('end', () => response.writeHead(status).end(JSON.stringify(body)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const agent = createAgent()
  onTestFinished(async () => {
    await agent.destroy()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = { appKey: 'key', appSecret: 'secret' }
  const answer = requestTokens({ agent, baseUrl, credentials }, GRANT, AbortSignal.timeout(5_000))
  return { seen, answer: await answer.catch((error: unknown) => error) }
}

it('sends the grant as a form with the credentials of the app', async () => {
  const { seen, answer } = await asked(200, TOKENS)
  expect(answer).toEqual(TOKENS)
  expect(seen.request).toMatchObject({ method: 'POST', url: '/v1/oauth/token' })
  expect(seen.request?.headers.authorization).toBe(`Basic ${Buffer.from('key:secret').toString('base64')}`)
  expect(seen.form).toBe('grant_type=refresh_token&refresh_token=old+one')
})

it.each([
  [400, true],
  [401, true],
  [403, false],
  [429, false],
  [500, false],
])('a login that ends with status %i is refused for good: %s', async (status, refused) => {
  const { answer } = await asked(status, {})
  expect(answer).toBeInstanceOf(Error)
  expect(isRefused(answer)).toBe(refused)
})

it.each([
  ['without a refresh token', { ...TOKENS, refresh_token: '' }],
  ['that never expire', { ...TOKENS, expires_in: 86_401 }],
  ['that have expired', { ...TOKENS, expires_in: 0 }],
])('tokens %s are no login, and the next try may succeed', async (_name, body) => {
  const { answer } = await asked(200, body)
  expect(answer).toMatchObject({ message: 'the login response has no tokens' })
  expect(isRefused(answer)).toBe(false)
})
