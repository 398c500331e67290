import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiProcess, apiProcess } from '../../harness/api-process.ts'
import { testDatabase } from '../../harness/database.ts'
import { eventually } from '../../harness/eventually.ts'
import { type FaultProxy, faultProxy } from '../../harness/fault-proxy.ts'
import { ADMIN } from '../api/support/api.ts'
import { ACCOUNTS, type Created, holdAccount } from './replicas.ts'

const db = testDatabase()
let proxy: FaultProxy
let api: ApiProcess
beforeAll(async () => {
  proxy = await faultProxy(db.url)
  api = await apiProcess({ DATABASE_URL: proxy.url })
})
afterAll(async () => {
  await api.stop()
  await proxy.close()
})

async function call(method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${ADMIN}`, 'content-type': 'application/json' }
  const response = await fetch(api.url + path, { method, headers, body: JSON.stringify(body) })
  return { status: response.status, body: (await response.json()) as Created & { code: string } }
}

const waiting = () =>
  eventually(async () => {
    const rows = await db.sql`
      select a.pid from pg_stat_activity as a
      where a.datname = current_database() and a.application_name = 'api-trading' and a.wait_event_type = 'Lock' limit 1`
    return rows.length > 0
  })

test.each(['refuse', 'reset'] as const)(
  'a transaction whose connection is lost (%s) is answered with 503, and the replica goes on',
  async (fault) => {
    const made = await eventually<Created>(async () => {
      const answer = await call('POST', ACCOUNTS, { name: 'agent' })
      expect(answer.status).toBe(201)
      return answer.body
    })
    const account = `${ACCOUNTS}/${made.account_id}`
    const letGo = await holdAccount(db, made.account_id)
    const pending = call('PATCH', account, { name: 'renamed' })
    await waiting()
    proxy.inject(fault)
    expect(await pending).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    proxy.inject('none')
    await letGo()
    await eventually(async () => expect((await call('PATCH', account, { name: 'again' })).status).toBe(200))
    expect(api.child.exitCode).toBeNull()
  },
)
