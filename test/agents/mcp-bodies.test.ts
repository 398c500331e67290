import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { testApi } from '../api/support/api.ts'

const db = testDatabase()
let app: FastifyInstance
beforeAll(async () => {
  app = await testApi(db.url)
})

const DEPTH = 26
const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const LISTS = Array.from({ length: 900 }, () => nested(DEPTH))

const post = (params: unknown) =>
  app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { accept: 'application/json, text/event-stream' },
    payload: { jsonrpc: '2.0', id: 1, method: 'no/method', params } as object,
  })

/** The minimum processor time of some requests; other work on the machine can only lengthen it. */
async function costOf(params: unknown): Promise<number> {
  const costs: number[] = []
  for (let at = 0; at < 8; at++) {
    const before = process.cpuUsage()
    expect((await post(params)).body).toContain('Method not found')
    const { user, system } = process.cpuUsage(before)
    costs.push(user + system)
  }
  return Math.min(...costs)
}

test('a nested body costs little more than a flat one of its length', async () => {
  const flat = await costOf({ text: 'x'.repeat(JSON.stringify(LISTS).length) })
  expect(await costOf({ lists: LISTS })).toBeLessThan(6 * flat)
})

test.each([[[1]], ['text'], [7], [null]])('parameters that are %j are refused', async (params) => {
  const answer = await post(params)
  expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'params: must be an object'])
})
