import { expect, test } from 'vitest'
import { testDatabase } from '../../harness/database.ts'
import { sourceCommand } from '../../ops/source.ts'
import { addCompany } from '../../shared/postgres/company/companies.ts'

const AT = new Date('2026-11-20T15:00:00Z')
const db = testDatabase()

/** Runs `ops source fetch` and resolves with what it printed and requested. */
async function fetchNow(...args: string[]) {
  await db.sql`delete from outbox`
  const said: string[] = []
  const command = sourceCommand({ DATABASE_URL: db.url }, (text) => said.push(text))
  await command.parseAsync(['fetch', ...args], { from: 'user' })
  const sent = await db.sql`
    select o.envelope ->> 'type' as type, o.envelope -> 'payload' as payload, o.stages from outbox as o order by o.seq`
  return { said: said.join('\n'), sent: [...sent] }
}

test('a source is requested now, for what is new or for its whole history', async () => {
  const latest = await fetchNow('cot')
  expect(latest.said).toContain('cot: latest requested')
  expect(latest.sent).toEqual([
    {
      type: 'source.requested',
      stages: ['ingest-cot'],
      payload: expect.objectContaining({ source: 'cot', mode: 'latest', origin: 'scheduled' }),
    },
  ])
  const history = await fetchNow('cot', '--history')
  expect(history.sent[0]?.payload).toMatchObject({ source: 'cot', mode: 'history' })
})

test('a source that fetches company by company is requested in its batches', async () => {
  for (let count = 0; count < 25; count += 1) await addCompany(db.sql, `TST${String.fromCharCode(65 + count)}`, AT)
  const { said, sent } = await fetchNow('estimates', '--history')
  expect(sent.length).toBeGreaterThan(1)
  expect(said).toContain(`estimates: history requested, ${sent.length} messages`)
  const companies = sent.flatMap(({ payload }) => (payload as { companies: string[] }).companies)
  expect(new Set(companies).size).toBe(25)
})

test('a fetch that could bring nothing is refused with the reason, and nothing is sent', async () => {
  await expect(fetchNow('minute')).rejects.toThrow('a past minute cannot be fetched')
  await expect(fetchNow('options', '--history')).rejects.toThrow('options has no history')
  await expect(fetchNow('prints')).rejects.toThrow('prints is off (not_configured)')
  await expect(fetchNow('nothing')).rejects.toThrow('choose from fred')
  expect(await db.sql`select 1 from outbox`).toHaveLength(0)
})
